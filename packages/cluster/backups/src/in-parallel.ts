/**
 * Works on several items in parallel. After a failure, work on further items does not begin, and the error is thrown when the work in
 * progress is done.
 */
export async function inParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
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
