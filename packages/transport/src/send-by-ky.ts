import { ReeveError } from "@reeve/contract";
import { systemCodeOf } from "./network-failure.ts";
import type { SendByFetch } from "./send-by-fetch.ts";

/**
 * Sends by ky, which builds one request for a given `fetch` or for those of browsers, Deno and Bun, and knows which of the errors that these
 * throw are failures of the network. Its retries, timeouts and status errors are off: `call.ts` implements these once for all adapters.
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
      // A retry cannot help. The thrown error is left out, because it may hold headers.
      throw new ReeveError("unexpected-response", "the given fetch failed, not the network");
    });
  };
}

/** The part of Deno's API that is used. */
interface Deno {
  createHttpClient?(options: { poolMaxIdlePerHost: number }): object;
}

let unpooled: object | undefined;

/** Makes Deno and Bun use a new connection: when a kept one breaks, they send the request again on another. */
function freshConnection(): { readonly keepalive?: false; readonly client?: object } {
  const { Deno, Bun } = globalThis as { Deno?: Deno; Bun?: object };
  if (Bun) return { keepalive: false };
  unpooled ??= Deno?.createHttpClient?.({ poolMaxIdlePerHost: 0 });
  return unpooled ? { client: unpooled } : {};
}
