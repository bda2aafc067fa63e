import { createHash } from "node:crypto";
import type { Content, Digest } from "./object-store.ts";

/** Returns the size and the checksum of some content. */
export async function contentDigestOf(content: Content, signal: AbortSignal): Promise<Digest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of content) {
    signal.throwIfAborted();
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Content that is compared with its digest while it is read. */
interface Checked {
  readonly content: AsyncGenerator<Uint8Array>;
  /** Why the content could not be read to its end; undefined if there was no failure. */
  failure(): unknown;
}

/** Makes the reading of content fail at the end if the content differs from its digest. */
export function checked(given: Content, { bytes, sha256 }: Digest): Checked {
  let failed: unknown;
  async function* content(): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    let read = 0;
    try {
      for await (const piece of given) {
        hash.update(piece);
        read += piece.length;
        yield piece;
      }
      if (read !== bytes) throw new Error(`${read} of ${bytes} bytes could be read`);
      if (hash.digest("hex") !== sha256) throw new Error("the content has changed while it was read");
    } catch (error) {
      failed = error;
      throw error;
    }
  }
  return { content: content(), failure: () => failed };
}
