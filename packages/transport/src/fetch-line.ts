import { createCarrier } from "./dispatcher.ts";
import type { OpenLine } from "./line.ts";
import { networkFailure } from "./network-failure.ts";
import { readText } from "./read-text.ts";
import { unhurried } from "./unhurried.ts";

type Fetch = typeof globalThis.fetch;

/** The usual line: ky, loaded when the first call is made, on the platform's `fetch` or one that was given. */
export const openFetchLine: OpenLine = async (way) => {
  const [{ default: ky }, carrier] = await Promise.all([import("ky"), createCarrier(way)]);
  const fetch = way.fetch ? wholeRequest(way.fetch) : globalThis.fetch;
  const dispatcherFor = carrier ? () => carrier.dispatcher : way.fetch ? () => undefined : unhurried;
  return {
    send: async ({ request: { method, body }, url, headers, maxBodyBytes, limit }, wait) => {
      const failure = (thrown: unknown) => wait.error() ?? networkFailure(thrown, new URL(url).origin, carrier?.detour);
      const dispatcher = dispatcherFor(limit);
      const init = {
        method,
        headers,
        signal: wait.signal,
        redirect: "manual",
        credentials: "omit",
        ...(body && { body: JSON.stringify(body) }),
        ...(dispatcher && { dispatcher }),
      } as const;
      let response: Response;
      try {
        // What decides how often, how long and with what a request is sent stands above, and is not ky's: each part of it that ky were
        // given would be merged, copied and joined with signals of its own, a tenth of a small call.
        response = await ky(url, {
          method,
          retry: 0,
          timeout: false,
          throwHttpErrors: false,
          fetch: () => fetch(url, init),
        });
      } catch (thrown) {
        throw failure(thrown);
      }
      const { status, headers: received, body: stream } = response;
      const read = stream ? await readText(stream.getReader(), received, maxBodyBytes, failure) : { text: "" };
      return { status, headers: received, ...read };
    },
    close: async () => carrier?.dispatcher.destroy(),
  };
};

/** A fetch of somebody else's is given a whole request, and is left when time is up, whether it heeds the request's signal or not. */
function wholeRequest(given: Fetch): Fetch {
  return (input, init) => {
    const request = new Request(input, init);
    // Not the request's own signal: the platform keeps that one going only as long as somebody holds the request.
    const signal = init?.signal ?? request.signal;
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason);
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      given(request)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", leave));
    });
  };
}
