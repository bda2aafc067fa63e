import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Log } from "@reeve/orchestrator";
import { digestOf, type SecretDigest, sameDigest } from "../edition/token-signer.ts";
import type { HttpRequest } from "../http/message.ts";
import { tryOrLog } from "../record/log.ts";
import type { Keep } from "../state/state-folder.ts";

/**
 * The logins of browsers. A login is exchanged for a session, which stands for the token of its user until the session or the token ends.
 *
 * A session has two secrets, and a request must carry both. The cookie is kept from the scripts of pages (HttpOnly), but browsers send it
 * to every port of a host, and so to the programs of other users of a machine. The key is in the page's storage, which belongs to one
 * origin with its port, and is sent as a header, which other web pages cannot send. So the cookie alone authenticates nothing, and no
 * request that a program or another page sends is treated in another way because of it.
 *
 * Sessions survive a restart of the service. What is stored of one is worth nothing without its two secrets: their digests, and the token,
 * encrypted with both. All sessions end if another program has taken the port meanwhile, because browsers may have sent their secrets to
 * it.
 */
export type Sessions = ReturnType<typeof openSessionsOfBrowsers>;

type CookieHeader = Readonly<Record<"set-cookie", string>>;

interface Stored {
  readonly who: string;
  /** The digest of the key. */
  readonly key: string;
  /** The token, encrypted with the cookie and the key. */
  readonly token: string;
  readonly until: number;
}

interface Session extends Stored {
  usedAt: number;
}

const SESSIONS_FILE = "console-sessions.json";

/** The header with the session's key. */
export const SESSION_KEY = "reeve-console";

/** How long a session lasts at most, and unused, in milliseconds. */
const LASTS = 5 * 86_400_000;
const LASTS_UNUSED = 12 * 3_600_000;

/** The largest number of sessions. A further session displaces the one that began first. */
const MAX_SESSIONS = 1000;

interface SessionParts {
  readonly keep: Keep;
  readonly now: () => number;
  readonly isTls: boolean;
  readonly log: Log;
}

export function openSessionsOfBrowsers({ keep, now, isTls, log }: SessionParts) {
  const stored = Object.entries<Stored>(JSON.parse(keep.read(SESSIONS_FILE) ?? "{}"));
  const sessions = new Map<string, Session>(stored.map(([id, session]) => [id, { ...session, usedAt: now() }]));
  const save = () => {
    const current = [...sessions].map(([id, { usedAt: _, ...session }]) => [id, session]);
    const text = `${JSON.stringify(Object.fromEntries(current))}\n`;
    // Operators must also be able to log in when the disk is full.
    tryOrLog(log, "error", "console-sessions-not-saved", () => keep.write(SESSIONS_FILE, text));
  };
  const current = (id: string): Session | undefined => {
    const session = sessions.get(id);
    if (!session || (session.until > now() && session.usedAt + LASTS_UNUSED > now())) return session;
    sessions.delete(id);
    return undefined;
  };
  /** The session whose two secrets a request carries. */
  const find = (request: HttpRequest): { readonly id: string; readonly secrets: Secrets } | undefined => {
    const key = request.header(SESSION_KEY);
    if (key === undefined || !isFromOwnPage(request)) return undefined;
    const digest = digestOf(key);
    const isIts = (cookie: string) => sameDigest(Buffer.from(current(idOf(cookie))?.key ?? NO_KEY, "base64url"), digest);
    const cookie = cookiesOf(request).find(isIts);
    return cookie === undefined ? undefined : { id: idOf(cookie), secrets: { cookie, key } };
  };
  return {
    /** Begins a session for the user of a token, and ends the one that the browser had before. */
    begin: (request: HttpRequest, token: string, who: string) => {
      for (const earlier of cookiesOf(request)) sessions.delete(idOf(earlier));
      for (const id of sessions.keys()) current(id);
      const oldest = sessions.size >= MAX_SESSIONS ? sessions.keys().next().value : undefined;
      if (oldest !== undefined) sessions.delete(oldest);
      const secrets = { cookie: newSecret(), key: newSecret() };
      sessions.set(idOf(secrets.cookie), {
        ...{ who, key: textOf(digestOf(secrets.key)), token: encrypted(token, secrets) },
        ...{ until: now() + LASTS, usedAt: now() },
      });
      save();
      return { key: secrets.key, headers: cookieHeader(request, isTls, secrets.cookie, LASTS / 1000) };
    },
    /** Ends the session of a request, and returns the header that removes its cookie. */
    end: (request: HttpRequest): CookieHeader => {
      const found = find(request);
      if (found && sessions.delete(found.id)) save();
      return cookieHeader(request, isTls, "", 0);
    },
    /** Ends all sessions of a user, and returns their number. */
    endAllOf: (who: string): number => {
      const ended = [...sessions].filter(([, session]) => session.who === who);
      for (const [id] of ended) sessions.delete(id);
      if (ended.length > 0) save();
      return ended.length;
    },
    endAll: () => {
      if (sessions.size === 0) return;
      sessions.clear();
      save();
    },
    /** The same request with the token of its session, as if it had been sent with it; the request itself if it has no session. */
    withToken: (request: HttpRequest): HttpRequest => {
      // A token that was sent is the only credential of its request.
      const found = request.header("authorization") === undefined ? find(request) : undefined;
      const session = found && current(found.id);
      if (!session) return request;
      session.usedAt = now();
      const token = decrypted(session.token, found.secrets);
      // An open stream checks its token again and again, so it ends soon after the session.
      const authorization = () => (current(found.id) ? `token=${token}` : undefined);
      return { ...request, header: (name) => (name === "authorization" ? authorization() : request.header(name)) };
    },
  };
}

interface Secrets {
  readonly cookie: string;
  readonly key: string;
}

function newSecret(): string {
  return textOf(randomBytes(32));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** The name of a session: the digest of its cookie. */
function idOf(cookie: string): string {
  return textOf(digestOf(cookie));
}

const NO_KEY = textOf(digestOf(newSecret()));

const CIPHER = "aes-256-gcm";
const NONCE = 12;
const TAG = 16;

/** Both secrets are random, so their digest is a key that cannot be guessed. Each session has its own. */
function cipherKey({ cookie, key }: Secrets): SecretDigest {
  return digestOf(`console token ${cookie} ${key}`);
}

function encrypted(token: string, secrets: Secrets): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, cipherKey(secrets), nonce);
  return textOf(Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]));
}

function decrypted(text: string, secrets: Secrets): string {
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv(CIPHER, cipherKey(secrets), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString("utf8");
}

/**
 * Whether a request comes from a page of this service, as far as the browser says. Browsers send `Sec-Fetch-Site` over TLS and to this
 * machine, also through a gateway that changes the host; elsewhere, `Origin` must name the host. Programs send neither, and do not have the
 * secrets of a browser.
 */
export function isFromOwnPage({ header }: Pick<HttpRequest, "header">): boolean {
  const [origin, site] = [header("origin"), header("sec-fetch-site")];
  if (site !== undefined) return site === "same-origin";
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === header("host"));
}

/**
 * The name of the cookie. The services of one host have different ports, and browsers would otherwise replace the cookie of one with that
 * of another. Browsers accept a name with `__Host-` only over TLS, from the host itself and for all of its paths.
 */
function cookieName({ header }: Pick<HttpRequest, "header">, isSecure: boolean): string {
  const port = /:(\d+)$/.exec(header("host") ?? "")?.[1];
  return `${isSecure ? "__Host-" : ""}reeve${port === undefined ? "" : `-${port}`}`;
}

function cookieHeader(request: HttpRequest, isTls: boolean, value: string, seconds: number): CookieHeader {
  // A gateway may add TLS in front of the service; browsers then name the origin with https.
  const isSecure = isTls || (request.header("origin")?.startsWith("https:") ?? false);
  const more = isSecure ? "; Secure" : "";
  const name = cookieName(request, isSecure);
  return { "set-cookie": `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${more}` };
}

/** The values of the session's cookie. There may be several, because other pages of the host can set cookies with its name. */
function cookiesOf(request: HttpRequest): readonly string[] {
  const names = [cookieName(request, true), cookieName(request, false)];
  return (request.header("cookie") ?? "").split(";").flatMap((pair) => {
    const [name = "", value = ""] = pair.trim().split("=");
    return names.includes(name) && value !== "" ? [value] : [];
  });
}
