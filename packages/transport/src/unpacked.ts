import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** The body of an answer as its sender meant it: unpacked, where it was packed for the way. What is in no packing that we asked for stays as it is. */
export async function unpacked(message: IncomingMessage): Promise<Readable> {
  const coding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (!codings.has(coding)) return message;
  const [{ constants, createBrotliDecompress, createGunzip }, { pipeline }] = await Promise.all([
    import("node:zlib"),
    import("node:stream"),
  ]);
  // An error on either side reaches whoever reads the other.
  return pipeline(
    message,
    // What was packed and then cut short is read as far as it goes, as by `fetch`: whoever reads the text sees that it is not all.
    coding === "br"
      ? createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
      : createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
    () => undefined,
  );
}

const codings: ReadonlySet<string> = new Set(["gzip", "x-gzip", "br"]);
