import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** The body of an answer, decompressed. A body in an encoding that was not asked for stays as it is. */
export async function unpacked(message: IncomingMessage): Promise<Readable> {
  const coding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (!codings.has(coding)) return message;
  const [{ constants, createBrotliDecompress, createGunzip }, { pipeline }] = await Promise.all([
    import("node:zlib"),
    import("node:stream"),
  ]);
  // An error on either stream is reported by the other.
  return pipeline(
    message,
    // A compressed body that is cut short is read as far as possible, as `fetch` does: the reader of the text sees that it is incomplete.
    coding === "br"
      ? createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
      : createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
    () => undefined,
  );
}

const codings: ReadonlySet<string> = new Set(["gzip", "x-gzip", "br"]);
