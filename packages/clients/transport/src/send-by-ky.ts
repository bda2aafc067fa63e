import { ReeveError } from "@reeve/contract";
import { systemCodeOf } from "./network-failure.ts";
import type { SendByFetch } from "./send-by-fetch.ts";

/**
 * Sends with ky. For a `fetch` from the options, and for the `fetch` of browsers, Deno and Bun, ky builds the request and recognises
 * network failures. ky's retries, timeouts and status errors are off, because `call.ts` implements them for all adapters.
 */
export async function sendByKy(given: typeof globalThis.fetch | undefined): Promise<SendByFetch> {
  const { default: ky, isNetworkError } = await import("ky");
  return ({ request: { method, body }, url, headers, effect }, signal) => {
    const answer = ky(url, {
      method,
      headers,
      signal,
      redirect: "manual",
      credentials: "omit",
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      ...(body && { json: body }),
      ...(given && { fetch: given }),
      ...(effect !== "read" && !given && freshConnection()),
    });
    if (!given) return answer;
    return answer.catch((thrown) => {
      if (isNetworkError(thrown) || systemCodeOf(thrown) !== undefined) throw thrown;
      // This is not a network failure, so a retry would not help. The original error is not kept as the cause, because it may contain
      // headers.
      throw new ReeveError("unexpected-response", "the fetch in the options failed, but not because of the network");
    });
  };
}

/** The part of Deno's API that the transport uses. */
interface Deno {
  createHttpClient?(options: { poolMaxIdlePerHost: number }): object;
}

let unpooled: object | undefined;

/** Makes Deno and Bun use a new connection, because they send a request again if a kept connection breaks. */
function freshConnection(): { readonly keepalive?: false; readonly client?: object } {
  const { Deno, Bun } = globalThis as { Deno?: Deno; Bun?: object };
  if (Bun) return { keepalive: false };
  unpooled ??= Deno?.createHttpClient?.({ poolMaxIdlePerHost: 0 });
  return unpooled ? { client: unpooled } : {};
}
