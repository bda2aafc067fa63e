import type { Dispatcher } from "undici";
import { watchIdleConnections } from "./idle-connections.ts";
import type { FetchAnswer, SendByFetch } from "./send-by-fetch.ts";

/** Sends with Node's own `fetch` and its dispatcher. Each request is sent once, even if `fetch` would repeat it. */
export function sendByNode(dispatcher: () => Dispatcher): SendByFetch {
  const idle = watchIdleConnections();
  return async ({ request: { method, body }, url, headers, effect }, signal) => {
    await idle.beforeSending(effect);
    const carrier = carryOnce(dispatcher());
    const init = {
      method,
      headers,
      signal,
      redirect: "manual",
      credentials: "omit",
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: carrier,
    } as const;
    try {
      const answer = await fetch(url, init);
      idle.answered();
      return answer;
    } catch (thrown) {
      const kept = carrier.kept();
      if (kept) return kept;
      throw thrown;
    }
  };
}

/** The statuses of responses that `fetch` does not return: for 407 it throws an error, and for 421 it sends another request. */
const KEPT_BY_FETCH: ReadonlySet<number> = new Set([407, 421]);

interface OneShot {
  readonly dispatch: Dispatcher["dispatch"];
  /** The response that `fetch` would hide; undefined if there is none. */
  kept(): FetchAnswer | undefined;
}

function carryOnce(dispatcher: Dispatcher): OneShot {
  let sent = false;
  let kept: FetchAnswer | undefined;
  return {
    dispatch: (options, handler) => {
      if (sent) throw new Error("a request cannot be sent twice");
      sent = true;
      const watching: Dispatcher.DispatchHandler = Object.create(handler, {
        onHeaders: {
          value(...given: Parameters<NonNullable<typeof handler.onHeaders>>) {
            const [status, raw] = given;
            if (KEPT_BY_FETCH.has(status)) kept = { status, headers: headersOf(raw), body: null };
            return handler.onHeaders?.apply(this, given) ?? true;
          },
        },
      });
      // Disables undici's timeouts, because each call has its own.
      return dispatcher.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, watching);
    },
    kept: () => kept,
  };
}

function headersOf(raw: readonly Buffer[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.append(String(raw[index]), raw[index + 1]?.toString("latin1") ?? "");
  }
  return headers;
}
