/** Controls that can also be sent with GET although they are changes. */
const CONTROL = /\/plan\/(?:continue|interrupt|forceComplete|restart)$/;

/** One of this many reads fails, but never two reads of the same path in a row, so that retries and waits succeed. */
const ONE_OF = 15;

/** A `fetch` over an unreliable connection: some reads are cut off, and others get the error of a gateway. */
export function badLine(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const lost = new Set<string>();
  let reads = 0;
  return async (input, init) => {
    const { method, url } = input instanceof Request ? input : new Request(input, init);
    const { pathname } = new URL(url);
    if (method !== "GET" || CONTROL.test(pathname) || lost.delete(pathname) || ++reads % ONE_OF > 0) {
      return fetch(input, init);
    }
    lost.add(pathname);
    if (reads % 2 === 0) throw new TypeError("fetch failed");
    return new Response("service unavailable", { status: 503 });
  };
}
