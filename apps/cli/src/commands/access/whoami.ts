import { loginWords, type Settings } from "@reeve/profiles";
import { picture } from "@reeve/terminal";
import type { Command } from "../../model/command.ts";
import type { Context } from "../../model/context.ts";
import { writeResult } from "../../output/result.ts";
import { wantedOf } from "../../output/wanted.ts";
import { settingsOf } from "../../session/settings.ts";
import { tokenEnd } from "./token-end.ts";

/** Shows as whom commands ask. */
export const whoami: Command = {
  name: "whoami",
  summary: "Show as whom you ask, of which cluster, and how long the token is good for",
  examples: ["whoami", "whoami --profile staging"],
  positionals: [],
  flags: [],
  effect: "read",
  run: async (given, context) => {
    const settings = settingsOf(given, context);
    const body = await identity(settings, context);
    const lines = () => picture(body, context.terminal.results.look()) ?? [];
    await writeResult({ body, lines }, wantedOf(given), context.terminal);
  },
};

async function identity(settings: Settings, context: Context): Promise<Readonly<Record<string, string>>> {
  const { profile, url, login } = settings;
  const token = await tokenEnd(settings, context);
  return {
    ...(profile && { profile: `${profile.value} (${profile.origin})` }),
    url: url ? `${url.value} (${url.origin})` : "none is set",
    login: login ? `${loginWords(login.value)} (${login.origin})` : "none: requests are sent without a token",
    ...(token !== undefined && { token }),
  };
}
