/**
 * Creates a generator that can be stopped at once; an ordinary generator stops only at its next value. Stopping aborts the signal that was
 * passed to `start`.
 */
export function stoppable<Value>(
  caller: AbortSignal | undefined,
  start: (signal: AbortSignal) => AsyncGenerator<Value, void, void>,
): AsyncGenerator<Value, void, void> {
  const ended = new AbortController();
  let isStopped = false;
  const run = async function* (): AsyncGenerator<Value, void, void> {
    const abort = () => ended.abort(caller?.reason);
    if (caller?.aborted) abort();
    caller?.addEventListener("abort", abort, { once: true });
    try {
      yield* start(ended.signal);
    } catch (thrown) {
      if (!isStopped) throw thrown;
    } finally {
      caller?.removeEventListener("abort", abort);
    }
  };
  const generator = run();
  const { return: end } = generator;
  return Object.assign(generator, {
    return: (value: undefined) => {
      isStopped = true;
      ended.abort();
      return end.call(generator, value);
    },
  });
}
