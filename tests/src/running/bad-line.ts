/** Some controls can also be sent with GET; they are not reads. */
const CONTROL = /\/plan\/(?:continue|interrupt|forceComplete|restart)$/;

/** One read in ten is lost, but never two of the same path in a row: clients retry, and waits continue. */
const ONE_OF = 15;

/** A `fetch` over an unreliable connection: some reads break off, for others a gateway cannot reach the service. */
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
