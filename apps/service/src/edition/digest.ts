import { hash, timingSafeEqual } from "node:crypto";

/** The digest of a secret. All digests have the same length, so that comparing them takes the same time. */
export type Digest = Uint8Array & { toString(encoding?: string): string };

export function digestOf(secret: string): Digest {
  return hash("sha256", secret, "buffer");
}

/** Compares two digests in constant time. */
export function sameDigest(one: Digest, other: Digest): boolean {
  return timingSafeEqual(one, other);
}
