import type { Token } from "./credentials.ts";

/**
 * When a token ends, if it is one that says so (a JWT), by this machine's clock. A token that seems to have ended the moment it was
 * made says only that two clocks differ: then nobody knows, and it is used until it is refused.
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
