import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** Decompresses the body of a response. A body in an encoding that was not requested stays unchanged. */
export async function unpacked(message: IncomingMessage): Promise<Readable> {
  const coding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (!codings.has(coding)) return message;
  const [{ constants, createBrotliDecompress, createGunzip }, { pipeline }] = await Promise.all([
    import("node:zlib"),
    import("node:stream"),
  ]);
  // `pipeline` passes an error of one stream on to the other stream.
  return pipeline(
    message,
    // Decompresses a truncated body as far as possible, as `fetch` does. The reader of the text notices that the body is incomplete.
    coding === "br"
      ? createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
      : createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }),
    () => undefined,
  );
}

const codings: ReadonlySet<string> = new Set(["gzip", "x-gzip", "br"]);
