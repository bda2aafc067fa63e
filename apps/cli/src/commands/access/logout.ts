import { type Command, printOutcome, settingsOf } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { changeProfile, identityOf, openMemory, type Settings, showProfile } from "@reeve/profiles";

/** Removes the stored login. */
export const logout: Command = {
  name: "logout",
  summary: "Delete the profile's login, its stored secret, and the current token",
  examples: ["logout", "logout --profile staging"],
  effect: "change",
  run: async (input, context) => {
    const { processContext } = context;
    const name = profileIn(settingsOf(input, context));
    const { url, login } = showProfile(processContext, name);
    if (login) await openMemory(processContext).forget({ url, identity: identityOf(login) }, "token");
    await changeProfile(processContext, name, ({ login: _, ...rest }) => rest, null);
    await printOutcome(context, input, { name, url }, `Logged out of ${url} (profile ${name}).`);
  },
};

/** The name of the profile in use; throws `bad-input` if there is none. */
export function profileIn({ profile }: Settings): string {
  if (profile) return profile.value;
  throw new ReeveError("bad-input", "no profile is selected: add one with reeve profiles add, or give --profile NAME");
}
