/** Runs work as soon as less than a certain amount of other work is running. */
export type Limited = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a function that runs at most `atOnce` pieces of work at the same time, in the order in which they were requested. */
export function limiter(atOnce: number): Limited {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The place of this work goes to the next one, so that no later request gets ahead of it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
