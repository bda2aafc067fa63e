import { type Command, type Context, hasFlag, type ParsedArguments, printOutcome, settingsOf, withTransport } from "@reeve/commands";
import { buildRequest, isRecord, isReeveError, ReeveError } from "@reeve/contract";
import { changeProfile, identityOf, listProfiles, openMemory, type Settings, showProfile } from "@reeve/profiles";
import { endSessions } from "@reeve/scheduler-models";

/** Removes the stored login. */
export const logoutCommand: Command = {
  name: "logout",
  summary: "Delete the profile's login, its stored secret, and the current token",
  flags: [
    { name: "everywhere", summary: "also revoke all tokens of the account at the service, and its logins in browsers, on all machines" },
  ],
  examples: ["logout", "logout --everywhere", "logout --profile staging"],
  effect: "change",
  run: async (input, context) => {
    const { processContext } = context;
    const name = profileIn(settingsOf(input, context));
    const { url, login } = showProfile(processContext, name);
    const everywhere = hasFlag(input, "everywhere");
    const revoked = everywhere ? await revoke(input, context) : "";
    // The profile of a local service belongs to the service, which keeps its token in it.
    if (everywhere && listProfiles(processContext).find((each) => each.name === name)?.madeBy !== undefined) {
      await printOutcome(context, input, { name, url }, `Logged out of ${url}${revoked}.`);
      return;
    }
    if (login) await openMemory(processContext).forget({ url, identity: identityOf(login) }, "token");
    await changeProfile(processContext, name, ({ login: _, ...rest }) => rest, null);
    await printOutcome(context, input, { name, url }, `Logged out of ${url} (profile ${name})${revoked}.`);
  },
};

/**
 * Revokes all tokens of the account and its logins in browsers, and describes what was revoked. The login stays stored if this fails, so
 * that the command can be repeated.
 */
function revoke(input: ParsedArguments, context: Context): Promise<string> {
  return withTransport(input, context, async (transport, options) => {
    const request = buildRequest(endSessions, { revision: "any", service: "", input: {} });
    try {
      const { body } = await transport.send({ request, effect: "change" }, options);
      // Services of the open edition have static tokens, which no request can revoke.
      const areStatic = isRecord(body) && body.tokens === false;
      if (!areStatic) return ", and all tokens of the account are revoked";
      return ", and the account's logins in browsers have ended; its static token is valid until it is removed from the service's file of tokens";
    } catch (error) {
      if (!isReeveError(error, "not-found")) throw error;
      const reason = "an older service of the open edition, or no service of Reeve, so its tokens cannot be revoked";
      throw new ReeveError("not-found", `${transport.url} is ${reason}: remove them from its file of tokens`);
    }
  });
}

/** The name of the profile in use; throws `bad-input` if there is none. */
function profileIn({ profile }: Settings): string {
  if (profile) return profile.value;
  throw new ReeveError("bad-input", "no profile is selected: add one with reeve profiles add, or give --profile NAME");
}
