import type { Token } from "./credentials.ts";

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
