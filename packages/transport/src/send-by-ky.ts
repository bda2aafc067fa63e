import type { SendByFetch } from "./send-by-fetch.ts";

/**
 * Asks by ky: it makes of address, headers, body and signal one whole request, for a `fetch` that was given and for those of browsers, Deno
 * and Bun. Its retries, limits and errors for statuses are off: `call.ts` has these for all adapters, once.
 */
export async function sendByKy(given: typeof globalThis.fetch | undefined): Promise<SendByFetch> {
  const { default: ky } = await import("ky");
  return ({ request: { method, body }, url, headers, effect }, signal) =>
    ky(url, {
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
}

/** As much of Deno as is needed. */
interface Deno {
  createHttpClient?(options: { poolMaxIdlePerHost: number }): object;
}

let unpooled: object | undefined;

/** What makes Deno and Bun use a connection of its own for a request: one that was kept open they repeat it on another when it breaks. */
function freshConnection(): { readonly keepalive?: false; readonly client?: object } {
  const { Deno, Bun } = globalThis as { Deno?: Deno; Bun?: object };
  if (Bun) return { keepalive: false };
  unpooled ??= Deno?.createHttpClient?.({ poolMaxIdlePerHost: 0 });
  return unpooled ? { client: unpooled } : {};
}
