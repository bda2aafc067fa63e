import { OWN_FETCH, oneFetch, platformSends } from "./platform.ts";

export type Undici = typeof import("undici");

/** Where Node 22 and 24 keep the dispatcher of their own `fetch`. */
const OWN_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/**
 * Loads undici 8. The `fetch` of Node 22 and 24 is an older undici, which ends the process if a server closes the connection while a body
 * waits for its reader. Loading undici 8 replaces the dispatcher of that `fetch`, which is put back here, because it belongs to the program.
 */
export async function loadUndici(): Promise<Undici> {
  if (oneFetch.isUsed && !(OWN_FETCH in globalThis.fetch) && !platformSends()) {
    const undici = await import("undici");
    undici.install();
    Object.defineProperty(globalThis.fetch, OWN_FETCH, { value: true });
    return undici;
  }
  // Node sets its dispatcher when this global is first used.
  void globalThis.Headers;
  const globals = globalThis as { [OWN_DISPATCHER]?: unknown };
  const own = globals[OWN_DISPATCHER];
  const undici = await import("undici");
  if (own !== undefined) globals[OWN_DISPATCHER] = own;
  return undici;
}
