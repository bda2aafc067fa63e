import type { BrokerBalance, BrokerLoad, Proposal, Transfer } from "@reeve/broker-models";
import type { Layout } from "@reeve/orchestrator/engine";
import { copiesOf, type Move } from "./draft.ts";
import { batchesOf, bytesCopied } from "./move-plan.ts";

/** Describes what the moves change for each broker, and how long the copying takes with a throttle (in bytes per second). */
export function describeProposal(layout: Layout, moves: readonly Move[], throttle: number | undefined): Proposal {
  return {
    moves: moves.map(({ topic, number, from, to, bytes }) => ({ topic, partition: number, from, to, bytes })),
    transfers: transfersOf(moves),
    leaders: moves.filter(({ from, to }) => from[0] !== to[0]).length,
    bytes: bytesCopied(moves),
    throttle: throttle ?? null,
    seconds: throttle === undefined ? null : Math.ceil(oneAfterAnother(layout, moves) / throttle),
    brokers: balances(layout, moves),
  };
}

/**
 * Sums up, for each pair of brokers, what moves from one broker to the other. Within a partition, the first broker that loses a copy is
 * paired with the first broker that gains one, the second with the second, and so on.
 */
function transfersOf(moves: readonly Move[]): readonly Transfer[] {
  const sums = new Map<string, { -readonly [Field in keyof Transfer]: Transfer[Field] }>();
  for (const move of moves) {
    const gets = copiesOf(move);
    const gives = move.from.filter((id) => !move.to.includes(id));
    for (let at = 0; at < Math.max(gets.length, gives.length); at++) {
      const from = gives[at] ?? null;
      const to = gets[at] ?? null;
      const known = sums.get(`${from} ${to}`) ?? { from, to, replicas: 0, bytes: 0 };
      known.replicas++;
      known.bytes += to === null ? 0 : move.bytes;
      sums.set(`${from} ${to}`, known);
    }
  }
  const order = (a: number | null, b: number | null) => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE);
  return [...sums.values()].sort((a, b) => order(a.from, b.from) || order(a.to, b.to));
}

/** Returns the sum of the bytes of each batch's busiest broker, which determines the duration: batches run one after another. */
function oneAfterAnother({ partitions }: Layout, moves: readonly Move[]): number {
  const leaders = new Map(partitions.map(({ topic, number, leader }) => [`${topic}-${number}`, leader]));
  return batchesOf(moves).reduce((sum, batch) => sum + busiest(leaders, batch), 0);
}

/** Returns the bytes of the broker that sends or receives the most. Each partition's copies are sent by its leader. */
function busiest(leaders: ReadonlyMap<string, number>, moves: readonly Move[]): number {
  const gets = new Map<number, number>();
  const sends = new Map<number, number>();
  const count = (sums: Map<number, number>, id: number, bytes: number) => sums.set(id, (sums.get(id) ?? 0) + bytes);
  for (const move of moves) {
    const copies = copiesOf(move);
    for (const id of copies) count(gets, id, move.bytes);
    count(sends, leaders.get(`${move.topic}-${move.number}`) ?? -1, move.bytes * copies.length);
  }
  return Math.max(0, ...gets.values(), ...sends.values());
}

function balances({ brokers, partitions }: Layout, moves: readonly Move[]): readonly BrokerBalance[] {
  const before = new Map<number, MutableLoad>();
  const after = new Map<number, MutableLoad>();
  const to = new Map(moves.map((move) => [`${move.topic}-${move.number}`, move.to]));
  for (const { topic, number, replicas, bytes } of partitions) {
    addTo(before, replicas, bytes);
    addTo(after, to.get(`${topic}-${number}`) ?? replicas, bytes);
  }
  const ids = new Set([...brokers.map(({ id }) => id), ...before.keys(), ...after.keys()]);
  return [...ids]
    .sort((a, b) => a - b)
    .map((broker) => ({ broker, before: before.get(broker) ?? nothing(), after: after.get(broker) ?? nothing() }));
}

type MutableLoad = { -readonly [Field in keyof BrokerLoad]: BrokerLoad[Field] };

function addTo(loads: Map<number, MutableLoad>, replicas: readonly number[], bytes: number): void {
  for (const [place, id] of replicas.entries()) {
    const load = loads.get(id) ?? nothing();
    load.replicas++;
    load.bytes += bytes;
    if (place === 0) load.leaders++;
    loads.set(id, load);
  }
}

function nothing(): MutableLoad {
  return { replicas: 0, leaders: 0, bytes: 0 };
}
