import { canMove, type DraftBroker, type DraftPartition, type LayoutDraft, moveReplica } from "./draft.ts";

/** The number of replicas that each broker should have. */
export type Shares = ReadonlyMap<DraftBroker, number>;

/** Gives brokers equal shares. Of a remainder, those with the most replicas keep one more, so that few replicas move. */
export function evenShares({ brokers, partitions }: LayoutDraft): Shares {
  const open = brokers.filter(({ isOpen }) => isOpen);
  const all = partitions.reduce((sum, { replicas }) => sum + replicas.length, 0);
  const least = Math.floor(all / Math.max(1, open.length));
  const more = all - least * open.length;
  const fullest = open.toSorted((a, b) => b.replicas - a.replicas || a.at - b.at);
  return new Map(fullest.map((broker, at) => [broker, at < more ? least + 1 : least]));
}

/** Moves all replicas away from the brokers that may not receive replicas. */
export function emptyClosed({ brokers, bySize }: LayoutDraft, shares: Shares): void {
  const receivers = brokers.filter(({ isOpen }) => isOpen);
  const closed = new Set(brokers.filter(({ isOpen, replicas }) => !isOpen && replicas > 0));
  if (closed.size === 0) return;
  for (const partition of bySize) {
    for (const from of partition.replicas.filter((broker) => closed.has(broker))) {
      const to =
        lightest(receivers, partition, from, (broker) => above(shares, broker) < 0) ?? lightest(receivers, partition, from, () => true);
      if (to) moveReplica(partition, from, to);
    }
  }
}

/** Moves replicas from brokers with more than their share to brokers with less than their share. Returns true if any replica was moved. */
export function evenCounts(
  { brokers, bySize }: LayoutDraft,
  shares: Shares,
  mayGet: (broker: DraftBroker) => boolean = () => true,
): boolean {
  const givers = brokers.filter((broker) => broker.isOpen && above(shares, broker) > 0);
  const receivers = brokers.filter((broker) => broker.isOpen && mayGet(broker));
  const surplus = givers.reduce((sum, broker) => sum + above(shares, broker), 0);
  const missing = receivers.reduce((sum, broker) => sum - Math.min(0, above(shares, broker)), 0);
  if (surplus === 0 || missing === 0) return false;
  const part = Math.min(1, missing / surplus);
  let wanting = receivers.filter((broker) => above(shares, broker) < 0);
  for (const [partition, from] of sample(bySize, givers, (broker) => Math.ceil(part * above(shares, broker)))) {
    const to = lightest(wanting, partition, from, () => true);
    if (!to) continue;
    moveReplica(partition, from, to);
    if (above(shares, to) >= 0) wanting = wanting.filter((broker) => broker !== to);
  }
  evenRest(bySize, givers, receivers, shares);
  return givers.reduce((sum, broker) => sum + Math.max(0, above(shares, broker)), 0) < surplus;
}

function above(shares: Shares, broker: DraftBroker): number {
  return broker.replicas - (shares.get(broker) ?? 0);
}

/** Considers all replicas of the brokers, because possibly none of the sampled replicas could be moved. */
function evenRest(
  partitions: readonly DraftPartition[],
  givers: readonly DraftBroker[],
  receivers: readonly DraftBroker[],
  shares: Shares,
): void {
  for (const from of givers) {
    for (const to of receivers) {
      if (above(shares, from) <= 0) break;
      if (above(shares, to) >= 0) continue;
      for (const partition of partitions) {
        if (!partition.replicas.includes(from) || !canMove(partition, from, to)) continue;
        moveReplica(partition, from, to);
        if (above(shares, to) >= 0 || above(shares, from) <= 0) break;
      }
    }
  }
}

/** Picks replicas of each broker evenly over all sizes, the largest first, so that the load in bytes stays as even as it is. */
function sample(
  partitions: readonly DraftPartition[],
  brokers: readonly DraftBroker[],
  countOf: (broker: DraftBroker) => number,
): readonly (readonly [DraftPartition, DraftBroker])[] {
  const samples = new Map(brokers.map((broker) => [broker, { seen: 0, taken: 0, count: countOf(broker), of: broker.replicas }]));
  const picked: (readonly [DraftPartition, DraftBroker])[] = [];
  for (const partition of partitions) {
    for (const broker of partition.replicas) {
      const each = samples.get(broker);
      if (each && each.seen++ === Math.floor(((each.taken + 0.5) * each.of) / each.count)) {
        each.taken++;
        picked.push([partition, broker]);
      }
    }
  }
  return picked;
}

/** Of the brokers to which a replica may move, returns the one with the fewest bytes. */
function lightest(
  brokers: readonly DraftBroker[],
  partition: DraftPartition,
  from: DraftBroker,
  has: (broker: DraftBroker) => boolean,
): DraftBroker | undefined {
  let best: DraftBroker | undefined;
  for (const broker of brokers) {
    if (!has(broker) || (best && !isLighter(broker, best)) || !canMove(partition, from, broker)) continue;
    best = broker;
  }
  return best;
}

function isLighter(broker: DraftBroker, than: DraftBroker): boolean {
  return broker.bytes < than.bytes || (broker.bytes === than.bytes && broker.replicas < than.replicas);
}
