import { createPrivateKey, createPublicKey, hash, timingSafeEqual } from "node:crypto";
import { exportJWK, jwtVerify, SignJWT } from "jose";
import { calculateJwkThumbprint } from "jose/jwk/thumbprint";

/** The account of a token, and the generation of the account's tokens to which it belongs. */
export interface TokenSession {
  readonly uid: string;
  readonly generation: number;
}

const DAYS = 5;
/**
 * The maximum number of verified tokens that are remembered by their digest, so that their signatures are verified only once. Verifying a
 * signature takes fifty times as long as computing a digest.
 */
const MAX_REMEMBERED = 1000;

/** Signs the tokens that logins return, and verifies the tokens of requests. */
export async function createTokenSigner(privateKeyPem: string, now: () => number) {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKeyPem);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const checked = new Map<string, TokenSession & { readonly until: number }>();

  const verifyAnew = async (token: string, digest: string): Promise<TokenSession | undefined> => {
    try {
      const { payload } = await jwtVerify(token, publicKey, { algorithms: ["RS256"], currentDate: new Date(now()) });
      if (typeof payload.uid !== "string" || payload.exp === undefined) return undefined;
      const oldest = checked.size >= MAX_REMEMBERED ? checked.keys().next().value : undefined;
      if (oldest !== undefined) checked.delete(oldest);
      // Tokens of earlier versions have no generation.
      const generation = typeof payload.gen === "number" ? payload.gen : 0;
      const session = { uid: payload.uid, generation, until: payload.exp * 1000 };
      checked.set(digest, session);
      return session;
    } catch {
      return undefined;
    }
  };

  return {
    sign: (uid: string, generation: number): Promise<string> =>
      new SignJWT({ uid, gen: generation })
        .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
        .setJti(crypto.randomUUID())
        .setExpirationTime(Math.floor(now() / 1000) + DAYS * 86_400)
        .sign(privateKey),
    /** The account and the generation of a valid token; otherwise undefined. */
    verify: (token: string): TokenSession | undefined | Promise<TokenSession | undefined> => {
      // Texts of another form are no tokens; the signature library would need ten times as long to say so.
      if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined;
      const digest = digestOf(token).toString("latin1");
      const known = checked.get(digest);
      if (known && known.until > now()) return known;
      checked.delete(digest);
      return verifyAnew(token, digest);
    },
    /** The public keys with which other programs verify tokens. */
    keySet: { keys: [{ ...jwk, kid, alg: "RS256", use: "sig" }] },
  };
}

/** The digest of a secret. All digests have the same length, so that comparing them takes the same time. */
export type SecretDigest = Uint8Array & { toString(encoding?: string): string };

export function digestOf(secret: string): SecretDigest {
  return hash("sha256", secret, "buffer");
}

/** Compares two digests in constant time. */
export function sameDigest(one: SecretDigest, other: SecretDigest): boolean {
  return timingSafeEqual(one, other);
}
