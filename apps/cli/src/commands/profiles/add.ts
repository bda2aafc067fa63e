import { type Command, printOutcome } from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { addProfile, listProfiles } from "@reeve/profiles";
import { loginFlags } from "../access/login-flags.ts";
import { profileFields } from "./fields.ts";
import { nameIn, profileName } from "./name.ts";

/** Adds a profile. */
export const addCommand: Command = {
  name: "add",
  summary: "Add a profile",
  about:
    "The profile stores --url, --service, --revision, --ca and -o. The first profile becomes the default; reeve login stores a token for the profile.",
  examples: [
    "profiles add prod --url https://cluster.example --service broker=kafka,wide-column=cassandra",
    "profiles add robot --url https://cluster.example --uid robot --key-file robot.pem",
  ],
  positionals: [{ ...profileName, offers: { words: [] } }],
  flags: loginFlags,
  effect: "change",
  run: async (given, context) => {
    const name = nameIn(given);
    const { url, ...fields } = await profileFields(given, context);
    if (url === undefined) throw new ReeveError("bad-input", "a profile needs the address of its cluster: --url URL");
    await addProfile(context.processContext, name, { url, ...fields });
    const isUsed = listProfiles(context.processContext).some((each) => each.name === name && each.current);
    const next = isUsed ? "It is the default profile." : `reeve profiles use ${name} makes it the default.`;
    await printOutcome(context, given, { name, url }, `Added profile ${name} for ${url}. ${next}`);
  },
};
