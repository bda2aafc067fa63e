import { PassThrough, Readable } from "node:stream";
import { writeStream } from "./answer.ts";
import type { HttpRequest, Stream } from "./message.ts";
import type { Handle } from "./node-server.ts";
import { tooLarge } from "./problem.ts";

/** A `fetch` that calls this process directly and uses no network. It refuses other addresses. */
export function fetchOf(handle: Handle, url: string, bodyBytes: number): typeof globalThis.fetch {
  const { origin } = new URL(url);
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search, origin: asked } = new URL(request.url);
    if (asked !== origin) throw new TypeError(`fetch failed: requests go only to ${origin}, not to ${asked}`);
    request.signal.throwIfAborted();
    const answer = Promise.resolve(handle(requestOf(request, pathname + search, bodyBytes)));
    const { status, headers, body, stream } = await withAbort(answer, request.signal);
    const empty = request.method === "HEAD" || status === 204 || status === 304;
    if (stream && !empty) return new Response(streamOf(stream), { status, headers });
    // The bytes are copied, because the receiver may modify them.
    const own = typeof body === "string" ? body : Uint8Array.from(body);
    return new Response(empty ? null : own, { status, headers });
  };
}

function streamOf(stream: Stream): ReadableStream<Uint8Array> {
  const through = new PassThrough();
  void writeStream(stream, through);
  return Readable.toWeb(through) as ReadableStream<Uint8Array>;
}

function requestOf(request: Request, target: string, bodyBytes: number): HttpRequest {
  return {
    method: request.method,
    target,
    header: (name) => request.headers.get(name) ?? undefined,
    client: undefined,
    signal: () => request.signal,
    body: async () => {
      const body = Buffer.from(await request.arrayBuffer());
      if (body.length > bodyBytes) throw tooLarge(bodyBytes);
      return body;
    },
  };
}

function withAbort<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
