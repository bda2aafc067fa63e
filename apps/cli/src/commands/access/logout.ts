import {
  type Command,
  type Context,
  type Given,
  hasFlag,
  printOutcome,
  settingsOf,
  withTransport,
} from "@reeve/commands";
import { buildRequest, isReeveError, ReeveError } from "@reeve/contract";
import { changeProfile, identityOf, openMemory, type Settings, showProfile } from "@reeve/profiles";
import { endSessions } from "@reeve/scheduler-models";

/** Removes the stored login. */
export const logout: Command = {
  name: "logout",
  summary: "Delete the profile's login, its stored secret, and the current token",
  flags: [
    {
      name: "everywhere",
      summary: "also revoke all tokens of the account at the service, those of other machines included",
    },
  ],
  examples: ["logout", "logout --everywhere", "logout --profile staging"],
  effect: "change",
  run: async (given, context) => {
    const { processContext } = context;
    const name = profileIn(settingsOf(given, context));
    const { url, login } = showProfile(processContext, name);
    const everywhere = hasFlag(given, "everywhere");
    if (everywhere) await revoke(given, context);
    if (login) await openMemory(processContext).forget({ url, identity: identityOf(login) }, "token");
    await changeProfile(processContext, name, ({ login: _, ...rest }) => rest, null);
    await printOutcome(
      context,
      given,
      { name, url },
      `Logged out of ${url} (profile ${name})${everywhere ? ", and all tokens of the account are revoked" : ""}.`,
    );
  },
};

/** Revokes all tokens of the account. The login stays stored if this fails, so that the command can be repeated. */
function revoke(given: Given, context: Context): Promise<void> {
  return withTransport(given, context, async (transport, options) => {
    const request = buildRequest(endSessions, { revision: "any", service: "", input: {} });
    try {
      await transport.send({ request, effect: "change" }, options);
    } catch (error) {
      if (!isReeveError(error, "not-found")) throw error;
      const reason = "a service of the open edition, or no service of Reeve, so its tokens cannot be revoked";
      throw new ReeveError("not-found", `${transport.url} is ${reason}: remove them from its file of tokens`);
    }
  });
}

/** The name of the profile in use; throws `bad-input` if there is none. */
export function profileIn({ profile }: Settings): string {
  if (profile) return profile.value;
  throw new ReeveError("bad-input", "no profile is selected: add one with reeve profiles add, or give --profile NAME");
}
