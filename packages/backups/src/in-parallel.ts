/** Works on several items at once. After a failure no other is begun, and it is reported once those that are under way have ended. */
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
