import { ReeveError } from "@reeve/contract";
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
  const label = charsetOf(headers.get("content-type") ?? "");
  const announced = Number(headers.get("content-length") ?? Number.NaN);
  const enough = announced > maxBytes ? Math.min(BEGINNING, maxBytes) : maxBytes;
  const decode = decoderOf(label);
  let text = "";
  let length = 0;
  const refuse = (sentence: string): ReadText => {
    // The cancellation of the stream is not awaited.
    reader.cancel().catch(() => undefined);
    return { text, flaw: new ReeveError("unexpected-response", sentence) };
  };
  for (;;) {
    let chunk: Awaited<ReturnType<Reader["read"]>>;
    try {
      chunk = await reader.read();
    } catch (thrown) {
      return { text, flaw: unread(thrown) };
    }
    // Decodes each chunk while the rest is still arriving.
    const piece = chunk.done ? undefined : chunk.value;
    const part = decode(piece);
    // Invalid bytes are an error, because a lenient decoder would replace them with characters that the server never sent.
    if (part === undefined) {
      text += new TextDecoder().decode(piece);
      return refuse(`the body is not valid ${label} text`);
    }
    text += part;
    if (!piece) return { text };
    length += piece.byteLength;
    if (length > enough) return refuse(`the body is larger than the limit of ${maxBytes} bytes`);
  }
}

/**
 * Returns a function that decodes a body in chunks; a call without a chunk decodes the remaining bytes. The function returns undefined for
 * invalid bytes.
 */
function decoderOf(label: string): (bytes: Uint8Array | undefined) => string | undefined {
  let decoder: TextDecoder | undefined;
  return (bytes) => {
    try {
      decoder ??= new TextDecoder(label, { fatal: true });
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return undefined;
    }
  };
}

/** The encoding of a body: UTF-8 unless the server declares another one. Older servers, for example, declare ISO-8859-1 for plain text. */
function charsetOf(contentType: string): string {
  const [, label = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  return label.toLowerCase();
}
