/** Maximum number of concurrent requests: fast enough for users, and low enough not to overload a server. */
const AT_A_TIME = 16;

/** Maps items with a limited number of concurrent calls. The results are in the order of the items. */
export async function inBatches<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at += AT_A_TIME) {
    values.push(...(await Promise.all(items.slice(at, at + AT_A_TIME).map(work))));
  }
  return values;
}
