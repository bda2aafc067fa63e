import type { Readable } from "node:stream";

/** The codings that can be unpacked, at most five. Requests do not ask for `deflate`, because servers send two formats of that name. */
const KNOWN = /^\s*(?:br|(?:x-)?gzip|deflate)(?:\s*,\s*(?:br|(?:x-)?gzip|deflate)){0,4}\s*$/i;

/** Unpacks a body, unless it has an unknown coding. Like `fetch`, it accepts a body that was cut. */
export function unpacked(body: Readable, codings: string): Readable {
  if (!KNOWN.test(codings)) return body;
  const { constants, createBrotliDecompress, createUnzip } = process.getBuiltinModule("node:zlib");
  const { Z_SYNC_FLUSH: sync, BROTLI_OPERATION_FLUSH: flush } = constants;
  const { pipeline } = process.getBuiltinModule("node:stream");
  return codings.split(",").reduceRight<Readable>((packed, coding) => {
    const isBrotli = coding.trim().toLowerCase() === "br";
    const unpacker = isBrotli ? createBrotliDecompress({ flush, finishFlush: flush }) : createUnzip({ flush: sync, finishFlush: sync });
    // An error of one destroys the others, so the reader of the last one gets it.
    return pipeline(packed, unpacker, () => undefined);
  }, body);
}
