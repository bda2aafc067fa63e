import type { HttpAnswer } from "./message.ts";

export const JSON_TYPE = "application/json";

const jsonHeaders = { "content-type": JSON_TYPE, "cache-control": "no-cache" } as const;
const none = Buffer.alloc(0);

/** An answer in JSON. */
export function json(value: unknown, status = 200): HttpAnswer {
  return { status, headers: jsonHeaders, body: Buffer.from(JSON.stringify(value)) };
}

/** An answer in words. */
export function plainText(text: string, status = 200): HttpAnswer {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" }, body: Buffer.from(text) };
}

/** A document of another media type. */
export function document(text: string, type: string): HttpAnswer {
  return { status: 200, headers: { "content-type": type, "cache-control": "no-cache" }, body: Buffer.from(text) };
}

/** An answer without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, headers, body: none };
}

/**
 * An answer in JSON that is made once for a thing that never changes in place: a list, a plan. As long as the same thing is answered, its
 * bytes are sent again, under the same entity tag.
 */
export function unchanging(of: object, make: () => string, status = 200): HttpAnswer {
  const known = made.get(of);
  if (known && known.status === status) return known;
  const body = Buffer.from(make());
  const headers = status === 200 ? { ...jsonHeaders, etag: `"${PROCESS}-${(count++).toString(36)}"` } : jsonHeaders;
  const answer = { status, headers, body };
  made.set(of, answer);
  return answer;
}

/** Tags of an earlier process mean nothing now. */
const PROCESS = crypto.randomUUID().slice(0, 8);
const made = new WeakMap<object, HttpAnswer>();
let count = 0;
