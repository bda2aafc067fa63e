/** Milliseconds until clients are connected again: drivers learn of the node within two seconds, and wait up to two more. */
const CLIENTS_BACK = 5000;

export type ServedTimes = ReturnType<typeof servedTimes>;

/** Remembers, while this process runs, since when each node has been serving clients. */
export function servedTimes(now: () => number) {
  const since = new Map<string, number>();
  return {
    /** Records whether a node serves clients now. */
    note(node: string, serves: boolean): void {
      if (!serves) since.delete(node);
      else if (!since.has(node)) since.set(node, now());
    },
    /** Whether a node has served for long enough that clients are connected to it. */
    areClientsBack(node: string): boolean {
      const begun = since.get(node) ?? now();
      since.set(node, begun);
      return now() - begun >= CLIENTS_BACK;
    },
  };
}
