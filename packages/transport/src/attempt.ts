import type { Request as BuiltRequest } from "@reeve/contract";
import type { KyInstance } from "ky";
import type { Dispatcher } from "undici";
import type { Carrier } from "./carrier.ts";
import { networkFailure } from "./network-failure.ts";
import type { Wait } from "./patience.ts";
import { type ReadText, readText } from "./read-text.ts";
import { unhurried } from "./unhurried.ts";

type Fetch = typeof globalThis.fetch;

/** What carries requests: ky, loaded when the first call is made, and how it reaches the network. */
export interface Line {
  readonly ky: KyInstance;
  readonly fetch: Fetch;
  readonly carrier: Carrier | undefined;
  /** What of undici's carries a request that may take so long; undefined for what the platform would take. */
  dispatcherFor(milliseconds: number): Dispatcher | undefined;
}

/** Loads what carries requests; done once, by the first call. */
export async function openLine(
  createCarrier: () => Promise<Carrier | undefined>,
  given: Fetch | undefined,
): Promise<Line> {
  const [{ default: ky }, carrier] = await Promise.all([import("ky"), createCarrier()]);
  if (given) return { ky, fetch: wholeRequest(given), carrier, dispatcherFor: () => undefined };
  const { fetch } = globalThis;
  return { ky, fetch, carrier, dispatcherFor: carrier ? () => carrier.dispatcher : unhurried };
}

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

/** What goes out besides the request itself. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBodyBytes: number;
  /** Milliseconds that the attempt may take. */
  readonly limit: number;
}

/** A status with its headers and the text of its body, and what is wrong with that, if something is. */
export interface Received extends ReadText {
  readonly status: number;
  readonly headers: Headers;
}

/** Sends a request once and reads the answer. Throws `unreachable`, `untrusted-certificate`, `timed-out` or `cancelled`. */
export async function sendOnce(
  { ky, fetch, carrier, dispatcherFor }: Line,
  { method, body }: BuiltRequest,
  { url, headers, maxBodyBytes, limit }: Outgoing,
  attempt: Wait,
): Promise<Received> {
  const failure = (thrown: unknown) => attempt.error() ?? networkFailure(thrown, new URL(url).origin, carrier?.detour);
  const dispatcher = dispatcherFor(limit);
  const init = {
    method,
    headers,
    signal: attempt.signal,
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
  const read = await readText(response, maxBodyBytes, failure);
  const ended = attempt.error();
  if (ended) throw ended;
  return { status: response.status, headers: response.headers, ...read };
}
