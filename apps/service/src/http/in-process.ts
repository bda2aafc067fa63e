import type { HttpRequest } from "./message.ts";
import type { Handle } from "./node-server.ts";
import { tooLarge } from "./problem.ts";

/** A `fetch` that asks this process instead of the network, without a port. Other addresses are refused. */
export function fetchOf(handle: Handle, url: string, bodyBytes: number): typeof globalThis.fetch {
  const { origin } = new URL(url);
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search, origin: asked } = new URL(request.url);
    if (asked !== origin) throw new TypeError(`fetch failed: this fetch reaches ${origin} only, not ${asked}`);
    request.signal.throwIfAborted();
    const answer = Promise.resolve(handle(requestOf(request, pathname + search, bodyBytes)));
    const { status, headers, body, stream } = await withAbort(answer, request.signal);
    const empty = request.method === "HEAD" || status === 204 || status === 304;
    if (stream && !empty) return new Response(streamOf(stream), { status, headers });
    // A copy, because the receiver may modify the bytes.
    return new Response(empty ? null : Uint8Array.from(body), { status, headers });
  };
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
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
