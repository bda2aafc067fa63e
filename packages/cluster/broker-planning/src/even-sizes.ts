import { canMove, type DraftBroker, type DraftPartition, type LayoutDraft, moveReplica } from "./draft.ts";

/** The fraction by which a broker's bytes may differ from the average before the broker's replicas are exchanged. */
const TOLERANCE = 0.1;

/** A difference in bytes that is not worth a move: a broker fetches this much of a partition at once. */
const LITTLE = 2 ** 20;

/** The minimum gain of an exchange, as a fraction of the brokers' average bytes. A smaller gain is not worth copying the data. */
const WORTH = 0.01;

/** Exchanges replicas between brokers whose bytes differ too much. The numbers of replicas on the brokers stay as even as they are. */
export function evenSizes({ brokers, bySize }: LayoutDraft): void {
  const open = brokers.filter(({ isOpen }) => isOpen);
  const average = open.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, open.length);
  if (average === 0) return;
  let held: Map<DraftBroker, readonly DraftPartition[]> | undefined;
  /** Pairs of brokers that have nothing to exchange until the replicas of one of them change. */
  const settled = new Set<number>();
  const pairOf = (one: DraftBroker, other: DraftBroker) => one.at * brokers.length + other.at;
  const partitionsOn = (broker: DraftBroker) => {
    held ??= partitionsByBroker(brokers, bySize);
    return held.get(broker) ?? [];
  };
  while (exchangeSome()) {}

  /** Exchanges replicas of the fullest and the emptiest broker that can exchange some. Returns false if there are none. */
  function exchangeSome(): boolean {
    const byBytes = open.toSorted((a, b) => b.bytes - a.bytes || a.at - b.at);
    for (const full of byBytes) {
      for (const empty of byBytes.toReversed()) {
        const isEven = full.bytes <= (1 + TOLERANCE) * average && empty.bytes >= (1 - TOLERANCE) * average;
        if (full.bytes - empty.bytes < LITTLE || isEven) break;
        if (settled.has(pairOf(full, empty))) continue;
        const exchanges = exchangesBetween(full, empty);
        if (exchanges.length === 0) {
          settled.add(pairOf(full, empty));
          continue;
        }
        for (const { gives, takes } of exchanges) {
          moveReplica(gives, full, empty);
          if (takes) moveReplica(takes, empty, full);
        }
        const concerned = [...new Set([...partitionsOn(full), ...partitionsOn(empty)])].sort((a, b) => a.rank - b.rank);
        for (const changed of [full, empty]) {
          held?.set(
            changed,
            concerned.filter(({ replicas }) => replicas.includes(changed)),
          );
          forget(changed);
        }
        // The agents that already have a replica of a partition restrict the partition's further moves. After a move, all brokers of the
        // partition are therefore considered again.
        const moved = exchanges.flatMap(({ gives, takes }) => (takes ? [gives, takes] : [gives]));
        for (const other of new Set(moved.flatMap(({ replicas }) => replicas))) forget(other);
        return true;
      }
    }
    return false;
  }

  function exchangesBetween(full: DraftBroker, empty: DraftBroker): readonly Exchange[] {
    const worth = WORTH * average;
    const wanted = Math.min(full.bytes - average, average - empty.bytes);
    const several = largeForSmall(partitionsOn(full), partitionsOn(empty), full, empty, wanted);
    const brought = several.reduce((sum, { gives, takes }) => sum + gives.bytes - (takes?.bytes ?? 0), 0);
    if (brought >= worth) return several;
    const best = bestExchange(partitionsOn(full), partitionsOn(empty), full, empty, worth);
    return best ? [best] : [];
  }

  function forget(broker: DraftBroker): void {
    for (const other of open) {
      settled.delete(pairOf(broker, other));
      settled.delete(pairOf(other, broker));
    }
  }
}

function partitionsByBroker(
  brokers: readonly DraftBroker[],
  bySize: readonly DraftPartition[],
): Map<DraftBroker, readonly DraftPartition[]> {
  const held = new Map(brokers.map((broker): [DraftBroker, DraftPartition[]] => [broker, []]));
  for (const partition of bySize) for (const broker of partition.replicas) held.get(broker)?.push(partition);
  return held;
}

interface Exchange {
  readonly gives: DraftPartition;
  /** The replica that the fuller broker gets in return. Undefined if the fuller broker gets none, because it also has more replicas. */
  readonly takes: DraftPartition | undefined;
}

/** Exchanges large replicas for small ones, which takes few exchanges, until the wanted number of bytes has moved. */
function largeForSmall(
  ours: readonly DraftPartition[],
  theirs: readonly DraftPartition[],
  full: DraftBroker,
  empty: DraftBroker,
  wanted: number,
): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  let rest = wanted;
  let at = theirs.length - 1;
  for (const gives of ours) {
    const takes = theirs[at];
    if (!takes || gives.bytes <= takes.bytes) break;
    if (gives.bytes - takes.bytes > rest || !canMove(gives, full, empty)) continue;
    at--;
    if (!canMove(takes, empty, full)) continue;
    exchanges.push({ gives, takes });
    rest -= gives.bytes - takes.bytes;
  }
  return exchanges;
}

/** The single exchange after which the bytes of the two brokers differ least. */
function bestExchange(
  ours: readonly DraftPartition[],
  theirs: readonly DraftPartition[],
  full: DraftBroker,
  empty: DraftBroker,
  worth: number,
): Exchange | undefined {
  const wanted = (full.bytes - empty.bytes) / 2;
  let best: Exchange | undefined;
  let away = wanted - worth;
  const consider = (gives: DraftPartition, takes: DraftPartition | undefined) => {
    const off = Math.abs(gives.bytes - (takes?.bytes ?? 0) - wanted);
    if (off < away && canMove(gives, full, empty) && (!takes || canMove(takes, empty, full))) {
      away = off;
      best = { gives, takes };
    }
  };
  let at = 0;
  for (const gives of ours) {
    if (full.replicas > empty.replicas) consider(gives, undefined);
    // Both lists are sorted from large to small. So the best partner of this partition never comes before the best partner of the previous
    // partition.
    while (at < theirs.length - 1 && gives.bytes - (theirs[at]?.bytes ?? 0) < wanted) at++;
    for (const near of [theirs[at - 1], theirs[at]]) if (near) consider(gives, near);
  }
  return best;
}
