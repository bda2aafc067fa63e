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

/** Makes a program start sooner: undici 8 becomes the `fetch` of the process when the first call loads it, so that no other is loaded. */
export function useOneFetch(): void {
  oneFetch.isUsed = true;
}
