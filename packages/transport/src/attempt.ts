import { type Request as BuiltRequest, isReeveError, ReeveError } from "@reeve/contract";
import type { KyInstance } from "ky";
import type { Carrier } from "./dispatcher.ts";
import { networkFailure } from "./network-failure.ts";
import type { Attempt } from "./patience.ts";
import { readText } from "./read-body.ts";

type Fetch = typeof globalThis.fetch;

/** What carries requests: ky, loaded when the first call is made, and how it reaches the network. */
export interface Line {
  readonly ky: KyInstance;
  readonly carrier: Carrier | undefined;
  readonly fetch: Fetch;
}

/** Loads what carries requests; done once, by the first call. */
export async function openLine(
  createCarrier: () => Promise<Carrier | undefined>,
  given: Fetch | undefined,
): Promise<Line> {
  const [{ default: ky }, carrier] = await Promise.all([import("ky"), createCarrier()]);
  return { ky, carrier, fetch: given ? wholeRequest(given) : globalThis.fetch };
}

/** A fetch of somebody else's is given a whole request, and is left when time is up, whether it heeds the request's signal or not. */
function wholeRequest(given: Fetch): Fetch {
  return (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason);
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
}

/** A status with its headers and the text of its body. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request once and reads the answer. Throws `unreachable`, `untrusted-certificate`, `timed-out` or `cancelled`. */
export async function sendOnce(
  line: Line,
  { method, body }: BuiltRequest,
  outgoing: Outgoing,
  attempt: Attempt,
): Promise<Received> {
  const { url, headers, maxBodyBytes } = outgoing;
  let status: number | undefined;
  try {
    const response = await line.ky(url, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      // Retries, limits of time and errors are decided above, by what an operation does.
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      // Given to ky, each of these would be merged, copied and joined with signals of its own: a tenth of a small call.
      fetch: (input, init) =>
        line.fetch(input, {
          ...init,
          headers,
          signal: attempt.signal,
          redirect: "manual",
          credentials: "omit",
          ...(line.carrier && { dispatcher: line.carrier }),
        } as RequestInit),
    });
    status = response.status;
    return { status, headers: response.headers, text: await readText(response, maxBodyBytes) };
  } catch (thrown) {
    const ended = attempt.error();
    if (ended) throw ended;
    const failure = isReeveError(thrown) ? thrown : networkFailure(thrown, new URL(url).origin);
    if (status === undefined) throw failure;
    // The answer had begun: what its status was is worth knowing, even if its body never came whole.
    throw new ReeveError(failure.code, failure.message, { ...failure.context, status }, { cause: failure.cause });
  }
}
