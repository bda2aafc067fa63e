import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { jwtVerify } from "jose";
import type { Account, LoginsDefinition } from "./accounts.ts";

/** The claims of a login token with a valid signature. */
export interface LoginToken {
  readonly audiences: readonly string[] | undefined;
  /** Names the login among all logins of its account. */
  readonly id: string;
  /** The time until which it is valid, in milliseconds since 1970. */
  readonly until: number;
  /** Whether it has an audience, a time and an id. */
  readonly isFull: boolean;
}

/** How clients reach the service. */
export interface ServicePlace {
  readonly url: string;
  /** The host names of the service. */
  readonly names: readonly string[];
  /** The certificate as PEM, with HTTPS. */
  readonly certificate?: string | undefined;
}

/** The milliseconds by which the clock of a client may differ. */
const TOLERANCE = 5000;

/** The maximum lifetime in milliseconds. The token is made for one login, so one that is valid for days has another purpose. */
const MAX_LIFETIME = 3_600_000;

/** Reads a login token, which must be signed RS256 with the account's key and expire within an hour; undefined if it is not valid. */
export async function readLoginToken(account: Account | undefined, token: string, now: number): Promise<LoginToken | undefined> {
  if (!account?.publicKey) return undefined;
  const options = { algorithms: ["RS256"], currentDate: new Date(now), clockTolerance: TOLERANCE / 1000, requiredClaims: ["exp"] };
  const { payload } = await jwtVerify(token, account.publicKey, options).catch(() => ({ payload: undefined }));
  if (payload === undefined || payload.uid !== account.uid) return undefined;
  const { aud, iat, jti, exp = 0 } = payload;
  if (exp * 1000 - now > MAX_LIFETIME) return undefined;
  const hasId = typeof jti === "string" && jti !== "";
  return {
    audiences: aud === undefined ? undefined : [aud].flat(),
    // Without an id, the signed part stands for it. The signature does not, because the same signature can be written in several ways.
    id: JSON.stringify([account.uid, hasId ? jti : token.slice(0, token.lastIndexOf("."))]),
    until: exp * 1000 + TOLERANCE,
    isFull: aud !== undefined && iat !== undefined && hasId,
  };
}

/** Why a login token must not be used at this service, as a sentence; undefined if it may be used. */
export function misplaced(
  { audiences, isFull }: LoginToken,
  { audiences: named, strict }: LoginsDefinition,
  place: ServicePlace,
): string | undefined {
  if (strict && !isFull) return "The login token needs the claims aud, iat and jti, because the service's definition says logins.strict.";
  if (audiences === undefined || audiences.some((audience) => isOwn(audience, named, place))) return undefined;
  return `The login token is for ${JSON.stringify(audiences).slice(0, 200)}, and not for this service; if this is its address behind a proxy, name it in logins.audiences of the service's definition.`;
}

function isOwn(audience: string, named: readonly string[], { url, names, certificate }: ServicePlace): boolean {
  if (named.some((each) => originOf(each) === originOf(audience))) return true;
  const [given, own] = [addressOf(audience), addressOf(url)];
  if (!given || !own) return false;
  if (given.host === own.host && given.port === own.port) return true;
  // Only a service that other machines reach can have another port there, such as the one of a Kubernetes service.
  const mayDiffer = named.length === 0 && !LOOPBACK.has(own.host);
  if (given.port !== own.port && !mayDiffer) return false;
  return names.some((name) => name.toLowerCase() === given.host) || isCertified(given.host, certificate);
}

/** The addresses of a service that only this machine reaches. */
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

function isCertified(host: string, certificate: string | undefined): boolean {
  if (certificate === undefined) return false;
  const read = new X509Certificate(certificate);
  return (isIP(host) === 0 ? read.checkHost(host) : read.checkIP(host)) !== undefined;
}

function originOf(text: string): string | undefined {
  return URL.parse(text)?.origin;
}

function addressOf(text: string): { readonly host: string; readonly port: number } | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  const usual = url.protocol === "https:" ? 443 : 80;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port === "" ? usual : Number(url.port) };
}
