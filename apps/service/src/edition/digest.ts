import { hash, timingSafeEqual } from "node:crypto";

/** The digest of a secret. All have the same length, so that comparing takes the same time. */
export type Digest = Buffer;

export function digestOf(secret: string): Digest {
  return hash("sha256", secret, "buffer");
}

/** Compares in constant time. */
export function sameDigest(one: Digest, other: Digest): boolean {
  return timingSafeEqual(one, other);
}
