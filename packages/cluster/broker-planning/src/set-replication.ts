import { addReplica, type DraftBroker, type DraftPartition, dropReplica, type LayoutDraft } from "./draft.ts";

/** Gives each partition of a topic the wanted number of copies. The first replica and the in-sync replicas are kept if possible. */
export function setReplication({ brokers, partitions }: LayoutDraft, topic: string, copies: number): void {
  const open = brokers.filter(({ isOpen }) => isOpen);
  for (const partition of partitions) {
    if (partition.original.topic !== topic) continue;
    while (partition.replicas.length < copies) {
      const to = next(open, partition);
      if (!to) break;
      addReplica(partition, to);
    }
    while (partition.replicas.length > copies) dropReplica(partition, dispensable(partition));
  }
}

/** Returns the broker for one more copy: with the fewest replicas, if possible on an agent without a copy. */
function next(open: readonly DraftBroker[], partition: DraftPartition): DraftBroker | undefined {
  const agents = new Set(partition.replicas.map(({ agent }) => agent));
  const rank = (broker: DraftBroker) => [Number(agents.has(broker.agent)), broker.replicas, broker.bytes, broker.at];
  return least(
    open.filter((broker) => !partition.replicas.includes(broker)),
    rank,
  );
}

/**
 * Returns the broker whose copy is dropped. Copies that are not in sync are dropped first, then copies that share an agent with another
 * copy, then copies on the brokers with the most replicas. The first replica is dropped last.
 */
function dispensable({ replicas, original }: DraftPartition): DraftBroker {
  const shares = (broker: DraftBroker) => replicas.some((other) => other !== broker && other.agent === broker.agent);
  const broker = least(replicas, (broker) => [
    Number(original.isr.includes(broker.id)),
    Number(broker === replicas[0]),
    Number(!shares(broker)),
    -broker.replicas,
    -broker.bytes,
    -broker.at,
  ]);
  if (!broker) throw new Error(`${original.topic}-${original.number} has no replica`);
  return broker;
}

/** Returns the broker that comes first when brokers are compared by several criteria in turn. */
function least(brokers: readonly DraftBroker[], rank: (broker: DraftBroker) => readonly number[]): DraftBroker | undefined {
  const ranked = brokers.map((broker) => ({ broker, ranks: rank(broker) }));
  ranked.sort((a, b) => {
    const at = a.ranks.findIndex((each, index) => each !== b.ranks[index]);
    return (a.ranks[at] ?? 0) - (b.ranks[at] ?? 0);
  });
  return ranked[0]?.broker;
}
