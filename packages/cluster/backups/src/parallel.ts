/** Works on several items in parallel. After a failure, no further work begins; the failure is thrown when the rest has ended. */
export async function inParallel<Item>(items: Iterable<Item>, atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const workers = Array.from({ length: atOnce }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  });
  for (const ended of await Promise.allSettled(workers)) if (ended.status === "rejected") throw ended.reason;
}

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
