import { hash, timingSafeEqual } from "node:crypto";

/** What is kept of a secret: as long for every secret, so that comparing two takes the same time whatever they are. */
export type Digest = Buffer;

export function digestOf(secret: string): Digest {
  return hash("sha256", secret, "buffer");
}

/** Compares in constant time. */
export function sameDigest(one: Digest, other: Digest): boolean {
  return timingSafeEqual(one, other);
}
