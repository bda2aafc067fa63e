import { ReeveError } from "@reeve/contract";
import type { Credentials, Token } from "./credentials.ts";

/** A given token, which is never renewed: if the server refuses it, calls fail. */
export function token(value: string): Credentials {
  const checked = checkToken(value, "the token");
  return {
    about: "the token that was given",
    advice: "get a new one",
    renewable: false,
    obtain: async () => ({ value: checked }),
  };
}

const MAX_LENGTH = 16_384;

/** Checks a token: it goes into a header, so it must be one line of visible characters. Surrounding white space is removed. */
export function checkToken(text: string, about: string): string {
  if (typeof text !== "string") throw new ReeveError("bad-input", `${about} is not text`);
  const value = text.trim();
  if (value === "") throw new ReeveError("unauthenticated", `${about} is empty`);
  // A longer text is a mistake: no server accepts a header of that length, and redacting the text would take minutes.
  if (value.length > MAX_LENGTH)
    throw new ReeveError("unauthenticated", `${about} is not a token: it is longer than ${MAX_LENGTH} characters`);
  if (!/^[\u0021-\u007e]+$/.test(value)) {
    throw new ReeveError("unauthenticated", `${about} is not a token: it contains white space or characters that a header cannot contain`);
  }
  return value;
}

/**
 * The expiry of a token by this machine's clock, if the token is a JWT with an expiry. If the token seems to have expired already, the two
 * clocks differ; the expiry then counts as unknown, and the token is used until the server refuses it.
 */
export async function expiryOf(value: string, now: number, serverTime = now): Promise<Pick<Token, "expiresAt">> {
  if (value.split(".").length !== 3) return {};
  const { decodeJwt } = await import("jose/jwt/decode");
  try {
    const { exp } = decodeJwt(value);
    if (exp === undefined) return {};
    const expiresAt = exp * 1000 + (now - serverTime);
    return expiresAt > now ? { expiresAt } : {};
  } catch {
    return {};
  }
}
