import { type Command, outputChoiceOf, settingsOf, writeResult } from "@reeve/commands";
import { loginWords, type Setting, type Settings } from "@reeve/profiles";
import { picture } from "@reeve/terminal";
import { type TokenEnd, tokenEnd } from "./token-end.ts";

/** Shows the current login and cluster, and how long the token is valid. */
export const whoami: Command = {
  name: "whoami",
  summary: "Show who you are logged in as, to which cluster, and how long the token is valid",
  examples: ["whoami", "whoami --profile staging"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, context) => {
    const settings = settingsOf(given, context);
    const token = await tokenEnd(settings, context);
    const { profile, url, login } = settings;
    const body = {
      ...(profile && { profile: profile.value }),
      url: url?.value ?? null,
      login: login?.value ?? null,
      ...(token && { token: { expiresAt: token.expiresAt } }),
      origins: originsOf({ profile, url, login }),
    };
    const lines = () => picture(inWords(settings, token), context.terminal.results.style()) ?? [];
    await writeResult({ body, lines }, outputChoiceOf(given), context.terminal);
  },
};

/** The origin of each setting, by the setting's name. */
function originsOf(named: Readonly<Record<string, Setting<unknown> | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(named).flatMap(([name, set]) => (set ? [[name, set.origin]] : [])));
}

function inWords({ profile, url, login }: Settings, token: TokenEnd | undefined): Readonly<Record<string, string>> {
  return {
    ...(profile && { profile: `${profile.value} (${profile.origin})` }),
    url: url ? `${url.value} (${url.origin})` : "none is set",
    login: login ? `${loginWords(login.value)} (${login.origin})` : "none: requests are sent without a token",
    ...(token && { token: token.words }),
  };
}
