/** Some controls are asked for with GET, too; they are no reads. */
const CONTROL = /\/plan\/(?:continue|interrupt|forceComplete|restart)$/;

/** One read of so many is lost, never two of the same path in a row: clients try again, and waits go on. They stop trying where it is one of ten. */
const ONE_OF = 15;

/** A `fetch` over a bad line: now a connection breaks, now a gateway has lost the service. */
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
