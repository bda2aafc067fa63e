import type { LoginContext, Token } from "@reeve/auth";
import {
  type Command,
  type Context,
  isForPrograms,
  outputChoiceOf,
  type ParsedArguments,
  reachWithoutLogin,
  settingsOf,
  urlOf,
  writeResult,
} from "@reeve/commands";
import { ReeveError } from "@reeve/contract";
import { credentialsOf, loginWords, openMemory, type Settings } from "@reeve/profiles";
import { shown } from "@reeve/terminal";
import { createTransport } from "@reeve/transport";

/** Prints the token of the current login. Among all commands, only this one and `up --show-token` print a token. */
export const tokenCommand: Command = {
  name: "token",
  summary: "Print the token of the current login",
  about:
    "The token is for other programs, such as curl or a browser. It allows everything that you may do, until it expires. If there is no valid token, the command logs in.",
  examples: ["token", "token --profile staging", "token --json"],
  effect: "read",
  run: async (given, context) => {
    const settings = settingsOf(given, context);
    const url = urlOf(settings);
    const { login, profile } = settings;
    const { value, expiresAt } = await tokenFor(settings, given, context);
    const ends = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
    const body = { token: value, url, profile: profile?.value ?? null, expiresAt: ends };
    if (!isForPrograms(given, context)) {
      const until = ends === null ? "" : `, valid until ${ends}`;
      const from = login ? loginWords(login.value) : "";
      const note = `This is the token for ${url} (${from}${until}). It allows everything that you may do there.`;
      context.terminal.notes.write(`${shown(note, context.terminal.notes.style())}\n`);
    }
    await writeResult({ body, named: [value], lines: () => [value] }, outputChoiceOf(given), context.terminal);
  },
};

async function tokenFor(settings: Settings, given: ParsedArguments, context: Context): Promise<Token> {
  const { processContext, signal, now } = context;
  const credentials = await credentialsOf(settings, openMemory(processContext), processContext.env);
  if (!credentials) throw new ReeveError("unauthenticated", `there is no login for ${urlOf(settings)}: reeve login stores one`);
  // A trace would show the proof of the login.
  const { observe: _, ...options } = reachWithoutLogin(settings, given, context);
  const transport = createTransport(options);
  const post: LoginContext["post"] = async (path, body) => {
    const request = { method: "POST", path, query: "", body } as const;
    return transport.send({ request, effect: "change" }, { signal });
  };
  try {
    return await credentials.obtain({ origin: new URL(transport.url).origin, post, now, signal });
  } finally {
    await transport.close();
  }
}
