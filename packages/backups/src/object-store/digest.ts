import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Digest } from "./object-store.ts";

/** Returns the size and the checksum of a stream's content. */
export async function digestOf(content: Readable, signal: AbortSignal): Promise<Digest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of content) {
    signal.throwIfAborted();
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
