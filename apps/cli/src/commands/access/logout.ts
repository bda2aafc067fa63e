import { type Command, printOutcome, settingsOf } from "@reeve/commands";
import { changeProfile, identityOf, openMemory, showProfile } from "@reeve/profiles";
import { profileIn } from "./profile-in.ts";

/** Removes the stored login. */
export const logout: Command = {
  name: "logout",
  summary: "Delete the profile's login, its stored secret, and the current token",
  examples: ["logout", "logout --profile staging"],
  positionals: [],
  flags: [],
  effect: "change",
  run: async (given, context) => {
    const { processContext } = context;
    const name = profileIn(settingsOf(given, context));
    const { url, login } = showProfile(processContext, name);
    if (login) await openMemory(processContext).forget({ url, identity: identityOf(login) }, "token");
    await changeProfile(processContext, name, ({ login: _, ...rest }) => rest, null);
    await printOutcome(context, given, { name, url }, `Logged out of ${url} (profile ${name}).`);
  },
};
