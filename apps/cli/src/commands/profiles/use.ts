import { type Command, printOutcome } from "@reeve/commands";
import { useProfile } from "@reeve/profiles";
import { nameIn, profileName } from "./name.ts";

/** Sets the default profile. */
export const useCommand: Command = {
  name: "use",
  summary: "Choose the default profile",
  examples: ["profiles use prod"],
  positionals: [profileName],
  flags: [],
  effect: "change",
  run: async (given, context) => {
    const name = nameIn(given);
    await useProfile(context.processContext, name);
    await printOutcome(context, given, { name }, `Profile ${name} is now the default.`);
  },
};
