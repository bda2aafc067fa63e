import type { DraftBroker, DraftPartition, LayoutDraft } from "./draft.ts";

/**
 * Makes the brokers lead equally many partitions. This moves no data, because only the order of replicas changes. Leadership can only pass
 * between brokers with a common partition. If two brokers have none, it passes along the shortest chain of brokers between them.
 */
export function evenLeaders({ brokers, partitions }: LayoutDraft): void {
  const open = brokers.filter(({ isOpen }) => isOpen);
  const least = Math.floor(partitions.length / Math.max(1, open.length));
  const most = Math.ceil(partitions.length / Math.max(1, open.length));
  const counts = brokers.map(() => 0);
  const count = ({ at }: DraftBroker) => counts[at] ?? 0;
  for (const { replicas } of partitions) if (replicas[0]) counts[replicas[0].at] = count(replicas[0]) + 1;

  for (const partition of partitions) {
    const [from] = partition.replicas;
    if (!from || count(from) <= most) continue;
    const to = leastLeading(partition.replicas, count);
    if (to && count(to) < least) give(partition, to);
  }
  if (open.every((broker) => count(broker) >= least && count(broker) <= most)) return;

  /** The partitions that each broker leads. Entries are only added, so some may no longer be led by the broker. */
  const leads = brokers.map((): DraftPartition[] => []);
  for (const partition of partitions) if (partition.replicas[0]) leads[partition.replicas[0].at]?.push(partition);
  for (const from of brokers) {
    while (count(from) > most && pass(from, (broker) => broker.isOpen && count(broker) < most));
  }
  for (const to of open) {
    while (count(to) < least) {
      const giver = open.find((from) => count(from) > least && pass(from, (broker) => broker === to));
      if (!giver) break;
    }
  }

  function give(partition: DraftPartition, to: DraftBroker): void {
    const [from] = partition.replicas;
    if (!from) return;
    partition.replicas[partition.replicas.indexOf(to)] = from;
    partition.replicas[0] = to;
    counts[from.at] = count(from) - 1;
    counts[to.at] = count(to) + 1;
  }

  /** Passes a leadership on, along the shortest path to a broker for which `isEnd` is true. Returns false if there is none. */
  function pass(from: DraftBroker, isEnd: (broker: DraftBroker) => boolean): boolean {
    const cameBy = new Map<DraftBroker, readonly [DraftBroker, DraftPartition] | undefined>([[from, undefined]]);
    for (const broker of cameBy.keys()) {
      if (cameBy.size === brokers.length) break;
      for (const partition of leads[broker.at] ?? []) {
        if (partition.replicas[0] !== broker) continue;
        for (const next of partition.replicas) {
          if (cameBy.has(next)) continue;
          cameBy.set(next, [broker, partition]);
          if (!isEnd(next)) continue;
          for (let at = next, step = cameBy.get(at); step; step = cameBy.get(at)) {
            const [giver, led] = step;
            give(led, at);
            leads[at.at]?.push(led);
            at = giver;
          }
          return true;
        }
      }
    }
    return false;
  }
}

/** The replica on the broker that leads the fewest partitions. */
function leastLeading(replicas: readonly DraftBroker[], count: (broker: DraftBroker) => number): DraftBroker | undefined {
  let best: DraftBroker | undefined;
  for (const broker of replicas) {
    if (broker.isOpen && (!best || count(broker) < count(best) || (count(broker) === count(best) && broker.at < best.at))) best = broker;
  }
  return best;
}
