import { isReeveError, type ReeveError } from "@reeve/contract";
import { unexpected } from "./body.ts";
import type { FetchAnswer } from "./sender.ts";

/** The part of a body that could be read, and the error that ended the reading. */
export interface ReadText {
  readonly text: string;
  readonly flaw?: ReeveError;
}

/** How many bytes to read for an excerpt if the headers already show that the body is too large. */
const BEGINNING = 4_096;

/**
 * Reads the text of a body in its declared encoding. Stops once the body exceeds the limit, and keeps the part that was read, because the
 * status alone may be enough. `unread` converts errors of the stream.
 */
export async function readText({ headers, body }: FetchAnswer, maxBytes: number, unread: (thrown: unknown) => ReeveError) {
  const reader = body?.getReader();
  if (!reader) return { text: "" };
  // UTF-8 unless the server declares another encoding. Older servers, for example, declare ISO-8859-1 for plain text.
  const [, declared = "utf-8"] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get("content-type") ?? "") ?? [];
  const enough = Number(headers.get("content-length")) > maxBytes ? Math.min(BEGINNING, maxBytes) : maxBytes;
  let decoder: TextDecoder | undefined;
  let text = "";
  let length = 0;
  const refuse = (sentence: string): ReadText => {
    // The cancellation of the stream is not awaited.
    reader.cancel().catch(() => undefined);
    return { text, flaw: unexpected(sentence) };
  };
  for (;;) {
    const chunk = await reader.read().catch(unread);
    if (isReeveError(chunk)) return { text, flaw: chunk };
    const bytes = chunk.done ? undefined : chunk.value;
    try {
      // Invalid bytes are an error, because a lenient decoder would replace them with characters that the server never sent.
      decoder ??= new TextDecoder(declared, { fatal: true });
      text += decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      text += new TextDecoder().decode(bytes);
      return refuse(`the body is not valid ${declared.toLowerCase()} text`);
    }
    if (!bytes) return { text };
    length += bytes.byteLength;
    if (length > enough) return refuse(`the body is larger than the limit of ${maxBytes} bytes`);
  }
}
