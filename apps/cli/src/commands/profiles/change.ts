import { type Command, printOutcome } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { changeProfile } from "@reeve/profiles";
import { loginFlags } from "../access/login-flags.ts";
import { profileFields } from "./fields.ts";
import { nameIn, profileName } from "./name.ts";

/** Changes a profile. */
export const changeCommand: Command = {
  name: "change",
  summary: "Change a profile",
  about:
    "--url, --service, --revision, --ca and -o replace the stored values; all other values stay. If the address changes, a stored secret is no longer used.",
  examples: ["profiles change prod --service file-system=hdfs --revision file-system=V2"],
  positionals: [profileName],
  flags: loginFlags,
  effect: "change",
  run: async (given, context) => {
    const name = nameIn(given);
    const { services, ...fields } = await profileFields(given, context);
    if (!services && Object.keys(fields).length === 0) {
      throw new ReeveError(
        "bad-input",
        "there is nothing to change: give --url, --service, --revision, --ca, -o or a login",
      );
    }
    await changeProfile(
      context.processContext,
      name,
      (profile) => ({
        ...profile,
        ...fields,
        ...(services && { services: merged(profile.services ?? {}, services) }),
      }),
      // Removes the stored secret of the earlier login.
      fields.login ? null : undefined,
    );
    await printOutcome(context, given, { name }, `Changed profile ${name}.`);
  },
};

function merged<Kind extends string, Choice extends object>(
  before: Readonly<Partial<Record<Kind, Choice>>>,
  after: Readonly<Partial<Record<Kind, Choice>>>,
): Readonly<Partial<Record<Kind, Choice>>> {
  const changed = Object.entries<Choice | undefined>(after).map(([kind, choice]) => [
    kind,
    { ...before[kind as Kind], ...choice },
  ]);
  return { ...before, ...Object.fromEntries(changed) };
}
