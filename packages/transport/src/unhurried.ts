import type { Dispatcher } from "undici";

/** After so many milliseconds without a sign of the server Node's own `fetch` gives up, whatever its caller's limit is. */
const PLATFORM_LIMIT = 300_000;

/** Where undici, which Node's `fetch` is, keeps what carries the requests of the whole process. */
const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/** What carries a request that may take longer than the platform would wait: what the platform has, without its limits. */
export function unhurried(milliseconds: number): Dispatcher | undefined {
  const platform = (globalThis as { [GLOBAL_DISPATCHER]?: Dispatcher })[GLOBAL_DISPATCHER];
  if (milliseconds < PLATFORM_LIMIT || !platform) return undefined;
  const dispatch: Dispatcher["dispatch"] = (options, handler) =>
    platform.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
  return { dispatch } as Dispatcher;
}
