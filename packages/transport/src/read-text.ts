import { ReeveError } from "@reeve/contract";
import type { AnswerHeaders } from "./adapter.ts";

/** As much of a body as could be read, and the error that stopped it. */
export interface ReadText {
  readonly text: string;
  readonly flaw?: ReeveError;
}

/** Reads a body piece by piece; readers of web streams fit. */
interface Reader {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Bytes that are read of a body that is known to be too large, for an excerpt. */
const BEGINNING = 4_096;

/**
 * Reads the text of a body in its declared encoding. Stops once the body is larger than allowed. What was read is kept, because the status
 * alone may be enough. `unread` converts what the stream throws.
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
  const giveUp = (sentence: string): ReadText => {
    // The end of the cancelled stream need not be awaited.
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
    // Decoded while the rest still arrives.
    const piece = chunk.done ? undefined : chunk.value;
    const part = decode(piece);
    // A lenient decoder would insert replacement characters that the server never sent.
    if (part === undefined) {
      text += new TextDecoder().decode(piece);
      return giveUp(`the body is not text in ${label}`);
    }
    text += part;
    if (!piece) return { text };
    length += piece.byteLength;
    if (length > enough) return giveUp(`the body is larger than ${maxBytes} bytes, the most that is read`);
  }
}

/** Decodes a piece, or without one the remaining bytes; undefined if they are not valid in the encoding. */
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

/** UTF-8 unless the server declares another encoding; ISO-8859-1 for plain text of older servers is taken for UTF-8, too. */
function charsetOf(contentType: string): string {
  const [, label = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  return label.toLowerCase();
}
