/** Work that is done once for all callers that request it at the same time. `details` are those of the caller that starts it. */
export type SharedCall<Value, Details> = (caller: AbortSignal | undefined, details: Details) => Promise<Value>;

/**
 * Shares the work of `start` among callers: a call starts the work unless it is already running. A caller that cancels gets the reason of
 * its signal and does not affect the others. When all have cancelled, the work is stopped. The result is not cached.
 */
export function shareCall<Value, Details = unknown>(
  start: (signal: AbortSignal, details: Details) => Promise<Value>,
): SharedCall<Value, Details> {
  let flight: { readonly result: Promise<Value>; readonly stop: AbortController; waiting: number } | undefined;
  const leaveFlight = (ended: typeof flight) => {
    if (flight === ended) flight = undefined;
  };
  const begin = (details: Details) => {
    const stop = new AbortController();
    const begun = { result: start(stop.signal, details).finally(() => leaveFlight(begun)), stop, waiting: 0 };
    return begun;
  };
  return (caller, details) => {
    if (caller?.aborted) return Promise.reject(caller.reason);
    flight ??= begin(details);
    const mine = flight;
    mine.waiting++;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        reject(caller?.reason);
        mine.waiting--;
        if (mine.waiting > 0) return;
        leaveFlight(mine);
        mine.stop.abort();
      };
      caller?.addEventListener("abort", cancel, { once: true });
      mine.result.then(resolve, reject).finally(() => caller?.removeEventListener("abort", cancel));
    });
  };
}
