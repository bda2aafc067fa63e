import { ReeveError } from "@reeve/contract";
import type { AnswerHeaders } from "./adapter.ts";

/** As much of a body as could be read, and what kept it from being all. */
export interface ReadText {
  readonly text: string;
  readonly flaw?: ReeveError;
}

/** Gives a body piece by piece; a reader of the platform's streams does. */
interface Reader {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/** Of a body that is known to be too large so much is read for an excerpt. */
const BEGINNING = 4_096;

/**
 * Reads the text of a body in the encoding that it names, and gives up on one that is larger than it may be before it fills the memory.
 * What was read is kept whatever happens: the status may say enough. `unread` makes an error of what the stream throws.
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
    // Nobody waits for what is thrown away to end.
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
    // Decoded while the rest is still on its way.
    const piece = chunk.done ? undefined : chunk.value;
    const part = decode(piece);
    // Let pass, what cannot be decoded would become a sign that the server never sent.
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

/** Decodes what comes piece by piece, and without a piece what is left; undefined where it is not in its encoding. */
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

/** UTF-8 unless the server says otherwise: older ones say ISO-8859-1 of plain text. */
function charsetOf(contentType: string): string {
  const [, label = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  return label.toLowerCase();
}
