import { type Effect, isReeveError, ReeveError } from "@reeve/contract";
import { isNetworkError } from "ky";
import { badOption } from "./checked-options.ts";
import { watchIdleConnections } from "./idle-connections.ts";
import { networkFailure, refusalOfProxy, systemCodeOf } from "./network-failure.ts";
import type { AnswerHeaders, ConnectionOptions } from "./options.ts";
import { isNode } from "./platform.ts";
import { type ReadText, readText } from "./read-text.ts";

/** Sends requests to one server, each once. This is the `fetch` that ky gets, except that it reads the whole answer. */
export type Sender = Awaited<ReturnType<typeof openSender>>;

/** The part of the platform's response that is read. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: { getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel"> } | null;
}

/** An answer: its status, its headers, the text of its body, and an error if the body could not be read completely. */
export type ReceivedAnswer = Pick<FetchAnswer, "status" | "headers"> & ReadText;

/** Opens the connection options once, for all calls. Throws `bad-input` if they are invalid. */
export async function openSender(connection: ConnectionOptions, maxBodyBytes: number) {
  const { url, fetch, cert } = connection;
  // Only our own dispatcher knows these options.
  const option = (["ca", "cert", "key", "proxy"] as const).find((name) => connection[name] !== undefined);
  const isOurs = !fetch && isNode();
  if (option && !fetch && !isOurs) {
    throw badOption(option, "works only in Node; elsewhere, configure the browser, or give a fetch that already uses it");
  }
  const dispatcher = isOurs ? await (await import("./dispatcher.ts")).openDispatcher(connection) : undefined;
  const { origin } = new URL(url);
  const unread = (thrown: unknown) => networkFailure(thrown, { origin, route: dispatcher?.route, certificate: cert !== undefined });
  const idle = watchIdleConnections();
  const sendOnce = async (request: Request, effect: Effect, body: string | undefined): Promise<FetchAnswer> => {
    if (fetch) return fetch(request);
    if (!dispatcher) return globalThis.fetch(request, effect === "read" ? undefined : freshConnection());
    // Changes have connections of their own.
    if (effect === "read") await idle.beforeSending();
    return dispatcher.send(request, effect, body);
  };
  return {
    /**
     * Sends a request with this body, which must reach the server at most once unless its effect is `read`. Throws what the platform
     * throws; `failureOf` makes an error of it.
     */
    send: async (request: Request, effect: Effect, body: string | undefined): Promise<ReceivedAnswer> => {
      const answer = await sendOnce(request, effect, body);
      idle.answered();
      const { status, headers } = answer;
      if (status === 407) throw refusalOfProxy(status, origin, dispatcher?.route);
      return { status, headers, ...(await readText(answer, maxBodyBytes, unread)) };
    },
    /** The error for a request that was not answered: `unreachable`, `untrusted-certificate`, or a defect of the caller's `fetch`. */
    failureOf: (thrown: unknown): ReeveError => {
      if (isReeveError(thrown)) return thrown;
      if (!fetch || isNetworkError(thrown) || systemCodeOf(thrown) !== undefined) return unread(thrown);
      // A retry would not help. The original error is not kept as the cause, because it may contain headers.
      return new ReeveError("unexpected-response", "the fetch in the options failed, but not because of the network");
    },
    close: async () => dispatcher?.close(),
  };
}

let unpooled: object | undefined;

/**
 * Makes Deno and Bun use a new connection, because they send a request again if a kept connection breaks. Bun reads `keepalive` only here,
 * not in the request.
 */
function freshConnection(): RequestInit & { readonly client?: object } {
  const { Bun, Deno } = globalThis as { Bun?: object; Deno?: { createHttpClient?(options: { poolMaxIdlePerHost: number }): object } };
  if (Bun) return { keepalive: false };
  unpooled ??= Deno?.createHttpClient?.({ poolMaxIdlePerHost: 0 });
  return unpooled ? { client: unpooled } : {};
}
