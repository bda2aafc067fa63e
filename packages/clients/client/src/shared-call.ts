import { cancellationError } from "@reeve/transport";

/**
 * Work that is done once for all callers that request it at the same time. A caller that cancels does not affect the others. When all have
 * cancelled, the work is stopped.
 */
export type SharedCall<Value> = (caller?: AbortSignal) => Promise<Value>;

/** Shares the work of `start` among callers: a call starts the work unless it is already running. The result is not cached. */
export function shareCall<Value>(start: (signal: AbortSignal) => Promise<Value>): SharedCall<Value> {
  let flight: { readonly result: Promise<Value>; readonly stop: AbortController; waiting: number } | undefined;
  return async (caller) => {
    if (caller?.aborted) throw cancellationError(caller);
    if (!flight) {
      const stop = new AbortController();
      const result = start(stop.signal).finally(() => {
        if (flight === begun) flight = undefined;
      });
      const begun = { result, stop, waiting: 0 };
      flight = begun;
    }
    const mine = flight;
    mine.waiting++;
    try {
      return await (caller ? unlessCancelled(mine.result, caller) : mine.result);
    } finally {
      mine.waiting--;
      if (mine.waiting === 0) {
        mine.stop.abort();
        if (flight === mine) flight = undefined;
      }
    }
  };
}

function unlessCancelled<Value>(work: Promise<Value>, caller: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(cancellationError(caller));
    caller.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => caller.removeEventListener("abort", leave));
  });
}
