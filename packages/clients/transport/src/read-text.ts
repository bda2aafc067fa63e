import type { ReeveError } from "@reeve/contract";
import { unexpected } from "./body.ts";
import type { AnswerHeaders } from "./options.ts";

/** The part of a body that could be read, and the error that ended the reading. */
export interface ReadText {
  readonly text: string;
  readonly flaw?: ReeveError;
}

/** Reads a body in chunks. A reader of a web stream can be used as this type. */
export interface Reader {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** How many bytes to read for an excerpt if the headers already show that the body is too large. */
const BEGINNING = 4_096;

/**
 * Reads the text of a body in its declared encoding. Stops once the body exceeds the limit, and keeps the part that was read, because the
 * status alone may be enough. `unread` converts errors of the stream.
 */
export async function readText(
  reader: Reader,
  headers: AnswerHeaders,
  maxBytes: number,
  unread: (thrown: unknown) => ReeveError,
): Promise<ReadText> {
  // UTF-8 unless the server declares another encoding. Older servers, for example, declare ISO-8859-1 for plain text.
  const [, encoding = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get("content-type") ?? "") ?? [];
  const enough = Number(headers.get("content-length")) > maxBytes ? Math.min(BEGINNING, maxBytes) : maxBytes;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
      chunks.push(value);
      length += value.byteLength;
      if (length <= enough) continue;
      // The cancellation of the stream is not awaited.
      reader.cancel().catch(() => undefined);
      return decoded(chunks, encoding, unexpected(`the body is larger than the limit of ${maxBytes} bytes`));
    }
  } catch (thrown) {
    return decoded(chunks, encoding, unread(thrown));
  }
  return decoded(chunks, encoding);
}

/** All bytes are decoded at once, because that is several times as fast as decoding each chunk. */
function decoded(chunks: readonly Uint8Array[], encoding: string, flaw?: ReeveError): ReadText {
  const bytes = joined(chunks);
  try {
    // Invalid bytes are an error, because a lenient decoder would replace them with characters that the server never sent. The last
    // character of a body that was cut off may be incomplete.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: flaw !== undefined });
    return flaw ? { text, flaw } : { text };
  } catch {
    const invalid = () => unexpected(`the body is not valid ${encoding.toLowerCase()} text`);
    return { text: legible(bytes, encoding), flaw: flaw ?? invalid() };
  }
}

/** What can be read of invalid bytes: everything before a last character that is incomplete, or else what is UTF-8. */
function legible(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.byteLength, 0));
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.byteLength;
  }
  return bytes;
}
