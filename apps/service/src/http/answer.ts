import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HttpAnswer, Stream } from "./message.ts";

const JSON_TYPE = "application/json";

const NOTHING_KEPT = { "cache-control": "no-cache" } as const;
const none = Buffer.alloc(0);

/**
 * The longest text that is sent as text: Node sends it in one piece with the head, which costs less than two. Longer texts are encoded
 * once.
 */
const LONGEST_TEXT = 4096;

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return document(JSON.stringify(value), JSON_TYPE, status, headers);
}

export function plainText(text: string, status = 200): HttpAnswer {
  return document(text, "text/plain; charset=utf-8", status);
}

/** An answer with a text of any media type. */
export function document(text: string, type: string, status = 200, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  const body = text.length <= LONGEST_TEXT ? text : Buffer.from(text);
  const own = { "content-type": type, "content-length": String(Buffer.byteLength(body)), ...NOTHING_KEPT };
  return { status, headers: { ...own, ...headers }, body };
}

/** A text answer that is sent piece by piece. */
export function streamed(stream: Stream, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  const type = { "content-type": "text/plain; charset=utf-8" };
  return { status: 200, headers: { ...type, ...NOTHING_KEPT, ...headers }, body: none, stream };
}

/** Writes a stream until it has ended or the client has disconnected. A disconnected client is not an error. */
export function writeStream(stream: Stream, to: Writable): Promise<void> {
  return typeof stream === "function" ? stream(to) : pipeline(stream, to).catch(() => undefined);
}

/** An answer without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, headers, body: none };
}

/** A JSON answer for a value that is never modified in place. The same object is always answered with the same bytes and entity tag. */
export function unchanging(of: object, make: () => string, status = 200): HttpAnswer {
  const known = made.get(of);
  if (known && known.status === status) return known;
  const plain = document(make(), JSON_TYPE, status);
  const etag = `"${PROCESS}-${(count++).toString(36)}"`;
  const answer = status === 200 ? { ...plain, headers: { ...plain.headers, etag } } : plain;
  made.set(of, answer);
  return answer;
}

/** Part of each entity tag, so that tags from an earlier process of the service never match. */
const PROCESS = crypto.randomUUID().slice(0, 8);
const made = new WeakMap<object, HttpAnswer>();
let count = 0;
