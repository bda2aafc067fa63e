import { type Command, hasFlag, printOutcome } from "@reeve/commands";
import { removeProfile, showProfile } from "@reeve/profiles";
import { agree } from "@reeve/terminal";
import { nameIn, profileName } from "./name.ts";

/** Removes a profile. */
export const removeCommand: Command = {
  name: "remove",
  summary: "Remove a profile and the secret that is stored for it",
  about: "It asks for confirmation.",
  examples: ["profiles remove old --yes"],
  positionals: [profileName],
  flags: [],
  effect: "destroy",
  run: async (given, context) => {
    const name = nameIn(given);
    const { url } = showProfile(context.processContext, name);
    if (!hasFlag(given, "yes")) {
      const consequence = [`This removes the profile ${name} for ${url}, and the secret that is stored for it.`];
      const { terminal, signal } = context;
      await agree(terminal.conversation(signal), { act: "removing a profile", consequence }, terminal.notes.style());
    }
    await removeProfile(context.processContext, name);
    await printOutcome(context, given, { name }, `Removed profile ${name}.`);
  },
};
