import type { Token } from "./credentials.ts";

/**
 * When a token expires by this machine's clock, if it is a JWT that says so. Undefined where the token seems to have expired before it was
 * issued: the clocks differ, so the token is used until the server refuses it.
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
