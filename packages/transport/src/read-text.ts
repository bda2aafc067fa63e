import { ReeveError } from "@reeve/contract";

/** As much of a body as could be read, and what kept it from being all. */
export interface ReadText {
  readonly text: string;
  readonly flaw?: ReeveError;
}

/** Of a body that is known to be too large so much is read for an excerpt. */
const BEGINNING = 4_096;

/**
 * Reads the text of a body in the encoding that it names, and gives up on one that is larger than it may be before it fills the memory.
 * What was read is kept whatever happens: the status may say enough. `unread` makes an error of what the stream throws.
 */
export async function readText(
  response: Response,
  maxBytes: number,
  unread: (thrown: unknown) => ReeveError,
): Promise<ReadText> {
  if (!response.body) return { text: "" };
  const label = charsetOf(response.headers.get("content-type") ?? "");
  const announced = Number(response.headers.get("content-length") ?? Number.NaN);
  const enough = announced > maxBytes ? Math.min(BEGINNING, maxBytes) : maxBytes;
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return decoded(joined(chunks, length), label);
      chunks.push(value);
      length += value.byteLength;
      if (length > enough) break;
    }
  } catch (thrown) {
    return { text: leniently(joined(chunks, length)), flaw: unread(thrown) };
  }
  // Nobody waits for what is thrown away to end.
  reader.cancel().catch(() => undefined);
  const flaw = new ReeveError(
    "unexpected-response",
    `the body is larger than ${maxBytes} bytes, the most that is read`,
  );
  return { text: leniently(joined(chunks, length).subarray(0, enough)), flaw };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

function decoded(bytes: Uint8Array, label: string): ReadText {
  try {
    const decoder = label === "utf-8" ? strictUtf8 : new TextDecoder(label, { fatal: true });
    return { text: decoder.decode(bytes) };
  } catch {
    // Left in place, what cannot be decoded would become a sign that the server never sent.
    const flaw = new ReeveError("unexpected-response", `the body is not text in ${label}`);
    return { text: leniently(bytes), flaw };
  }
}

function leniently(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** UTF-8 unless the server says otherwise: older ones say ISO-8859-1 of plain text. */
function charsetOf(contentType: string): string {
  const [, label = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  return label.toLowerCase();
}
