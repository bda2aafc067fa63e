import { createPrivateKey, createPublicKey } from "node:crypto";
import { exportJWK, type JSONWebKeySet, jwtVerify, SignJWT } from "jose";
import { calculateJwkThumbprint } from "jose/jwk/thumbprint";
import { type Digest, digestOf } from "./digest.ts";

/** Signs the tokens that logins return, and verifies the tokens of requests. */
export interface TokenSigner {
  sign(uid: string): Promise<string>;
  /** The uid of a valid token; otherwise undefined. */
  verify(token: string): string | undefined | Promise<string | undefined>;
  /** The public keys with which other programs verify tokens. */
  readonly keySet: JSONWebKeySet;
}

/** How many days a token is valid. */
const DAYS = 5;
/**
 * The maximum number of verified tokens that are remembered by their digest, so that their signatures are verified only once. Verifying a
 * signature takes fifty times as long as computing a digest.
 */
const MAX_REMEMBERED = 1000;

export async function createTokenSigner(privateKeyPem: string, now: () => number): Promise<TokenSigner> {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKeyPem);
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const checked = new Map<string, { readonly uid: string; readonly until: number }>();

  const verifyAnew = async (token: string, digest: string): Promise<string | undefined> => {
    try {
      const { payload } = await jwtVerify(token, publicKey, { algorithms: ["RS256"], currentDate: new Date(now()) });
      if (typeof payload.uid !== "string" || payload.exp === undefined) return undefined;
      const oldest = checked.size >= MAX_REMEMBERED ? checked.keys().next().value : undefined;
      if (oldest !== undefined) checked.delete(oldest);
      checked.set(digest, { uid: payload.uid, until: payload.exp * 1000 });
      return payload.uid;
    } catch {
      return undefined;
    }
  };

  return {
    sign: (uid) =>
      new SignJWT({ uid })
        .setProtectedHeader({ alg: "RS256", typ: "JWT", kid })
        .setJti(crypto.randomUUID())
        .setExpirationTime(Math.floor(now() / 1000) + DAYS * 86_400)
        .sign(privateKey),
    verify: (token) => {
      const digest = keyOf(digestOf(token));
      const known = checked.get(digest);
      if (known && known.until > now()) return known.uid;
      checked.delete(digest);
      return verifyAnew(token, digest);
    },
    keySet: { keys: [{ ...jwk, kid, alg: "RS256", use: "sig" }] },
  };
}

function keyOf(digest: Digest): string {
  return digest.toString("latin1");
}
