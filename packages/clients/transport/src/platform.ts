const platformFetch = globalThis.fetch;

/** Marks the `fetch` of undici that has become the process's, for all copies of this package. */
export const OWN_FETCH: unique symbol = Symbol.for("@reeve/transport.fetch");

/** The `fetch` with which the program has replaced the platform's, for example in tests. It is used as if it were in the options. */
export function replacedFetch(): typeof globalThis.fetch | undefined {
  const { fetch } = globalThis;
  return fetch === platformFetch || OWN_FETCH in fetch ? undefined : fetch;
}

/** Bun and Deno also report a Node version, but their `fetch` ignores dispatchers. */
export function isNode(): boolean {
  const { versions } = globalThis.process ?? {};
  return versions?.node !== undefined && !("bun" in versions) && !("deno" in versions);
}

/** Whether the process loads one `fetch` only. */
export const oneFetch = { isUsed: false };

/**
 * Makes a program start sooner, because it loads one `fetch` only. Where the platform's is undici 8, it sends the first reads of
 * a transport without options for the connection. Elsewhere, undici 8 becomes the `fetch` of the process when the first call loads it.
 */
export function useOneFetch(): void {
  oneFetch.isUsed = true;
}

/** Whether the platform's `fetch` may send the first reads: nothing in the environment changes what it trusts, or its way. */
export function platformSends(): boolean {
  const { env, versions } = globalThis.process ?? {};
  if (!oneFetch.isUsed || !isNode() || Number.parseInt(versions?.undici ?? "", 10) < 8) return false;
  return !Object.keys(env).some((name) => /^(?:NODE_TLS_REJECT_UNAUTHORIZED|NODE_USE_ENV_PROXY|NODE_OPTIONS|.*_proxy)$/i.test(name));
}
