import { type Command, type Context, outputChoiceOf, readTextFile, settingsOf, writeResult } from "@reeve/commands";
import { defined, isRecord } from "@reeve/contract";
import { identityOf, loginWords, openMemory, type Settings } from "@reeve/profiles";
import { picture } from "@reeve/terminal";

/** Shows the current login and cluster, and how long the token is valid. */
export const whoamiCommand: Command = {
  name: "whoami",
  summary: "Show who you are logged in as, to which cluster, and how long the token is valid",
  examples: ["whoami", "whoami --profile staging"],
  effect: "read",
  run: async (input, context) => {
    const settings = settingsOf(input, context);
    const token = await tokenEnd(settings, context);
    const { profile, url, login } = settings;
    const body = defined({
      profile: profile?.value,
      url: url?.value ?? null,
      login: login?.value ?? null,
      token: token && { expiresAt: token.expiresAt },
      origins: defined({ profile: profile?.origin, url: url?.origin, login: login?.origin }),
    });
    const lines = () => picture(inWords(settings, token), context.terminal.results.style()) ?? [];
    await writeResult({ body, lines }, outputChoiceOf(input), context.terminal);
  },
};

function inWords({ profile, url, login }: Settings, token: Awaited<ReturnType<typeof tokenEnd>>): object {
  return defined({
    profile: profile && `${profile.value} (${profile.origin})`,
    url: url ? `${url.value} (${url.origin})` : "none is set",
    login: login ? `${loginWords(login.value)} (${login.origin})` : "none: requests are sent without a token",
    token: token?.words,
  });
}

/** Returns how long the current token is valid; undefined if this cannot be found out without a new login. */
async function tokenEnd(settings: Settings, context: Context) {
  const { url, login } = settings;
  if (!url || !login) return undefined;
  const token = await heldToken(settings, context);
  const ends =
    token === undefined
      ? openMemory(context.processContext).recall({ url: url.value, identity: identityOf(login.value) }).expiresAt
      : endOf(token);
  if (ends === undefined) return undefined;
  const expiresAt = new Date(ends).toISOString();
  if (ends > context.now()) return { expiresAt, words: `valid until ${expiresAt}` };
  if (token === undefined) return { expiresAt, words: "has expired; the next command gets a new token" };
  const ended = `expired at ${expiresAt}`;
  return { expiresAt, words: login.value.by === "token" ? `${ended}; get a new token with reeve login` : ended };
}

/** The token from the profile, a variable or a file, if there is one. Reading it sends no login and runs no token command. */
async function heldToken({ login, secret }: Settings, context: Context): Promise<string | undefined> {
  if (login?.value.by === "token") return secret && "token" in secret ? secret.token : undefined;
  if (login?.value.by === "environment") return context.processContext.env[login.value.variable];
  if (login?.value.by === "file") return readTextFile(login.value.file, context).catch(() => undefined);
  return undefined;
}

/** The expiry time in a token's claims; undefined if the token is not a JWT. */
function endOf(token: string): number | undefined {
  const [, claims = "", signature, ...more] = token.trim().split(".");
  if (signature === undefined || more.length > 0) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
    const ends = isRecord(value) && typeof value.exp === "number" ? value.exp * 1000 : Number.NaN;
    return Number.isNaN(new Date(ends).getTime()) ? undefined : ends;
  } catch {
    return undefined;
  }
}
