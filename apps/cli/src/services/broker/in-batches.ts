/** So many calls at a time are quick enough for people, and no storm for a server. */
const AT_A_TIME = 16;

/** Does the same for each of many, a few at a time; gives what came of it in the order of what was given. */
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
