/**
 * Makes a generator that ends as soon as it is told to. Of itself one ends only when it gives its next value: whoever stops it while
 * it waits would wait with it. `start` is given a signal that says when to end.
 */
export function stoppable<Value>(
  caller: AbortSignal | undefined,
  start: (signal: AbortSignal) => AsyncGenerator<Value, void, void>,
): AsyncGenerator<Value, void, void> {
  const ended = new AbortController();
  let isStopped = false;
  const run = async function* (): AsyncGenerator<Value, void, void> {
    const giveUp = () => ended.abort(caller?.reason);
    if (caller?.aborted) giveUp();
    caller?.addEventListener("abort", giveUp, { once: true });
    try {
      yield* start(ended.signal);
    } catch (thrown) {
      if (!isStopped) throw thrown;
    } finally {
      caller?.removeEventListener("abort", giveUp);
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
