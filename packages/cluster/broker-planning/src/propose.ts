/*
 * A balance: which replicas move so that the brokers share the load.
 *
 * The moves are planned on a draft, a working copy of the layout (`draft.ts`):
 *
 * 1. Brokers that leave or are to be emptied give all their replicas away (`even-counts.ts`).
 * 2. If an agent holds several copies of a partition while another agent holds none, copies move until they are spread.
 * 3. Brokers with more than an equal share of replicas give some to brokers with less. Samples of all sizes move, so that the bytes stay as
 *    even as they are.
 * 4. Brokers whose bytes differ too much from the average exchange large replicas for small ones (`even-sizes.ts`). This can make room for
 *    step 3, so both are repeated until nothing moves.
 * 5. The order of replicas changes until each broker leads equally many partitions (`even-leaders.ts`). This copies no data.
 *
 * A move never puts two copies of a partition on one broker, and never increases the copies that share an agent (`canMove`). The difference
 * between the draft and the layout are the moves. The same layout always gives the same moves, and after them a balance proposes none.
 * `move-plan.ts` makes the plan that carries them out.
 */

import { type Layout, notReady, type PlacedPartition, READY, type Readiness } from "@reeve/orchestrator/engine";
import { canMove, type DraftBroker, type DraftPartition, draftOf, type LayoutDraft, type Move, moveReplica, movesOn } from "./draft.ts";
import { emptyClosed, evenCounts, evenShares } from "./even-counts.ts";
import { evenLeaders } from "./even-leaders.ts";
import { evenSizes } from "./even-sizes.ts";
import { setReplication } from "./set-replication.ts";

/** The options of a balance, which evens out the load of the brokers. */
export interface BalanceOptions {
  /** Limits the balance to these topics; default: all. */
  readonly topics?: ReadonlySet<string>;
  /** Brokers that lose all of their replicas. */
  readonly awayFrom?: ReadonlySet<number>;
  /** Whether replicas may move only to brokers that have no replicas yet. */
  readonly toNew?: boolean;
}

/**
 * Proposes moves after which each broker has equally many replicas, bytes and leaders. The numbers of replicas are made equal first, with
 * as few moves as possible. Then the bytes are made equal if they differ too much. The same layout always gives the same moves, and after
 * these moves, no further moves are proposed.
 */
export function balanceMoves(layout: Layout, { topics, awayFrom, toNew = false }: BalanceOptions): readonly Move[] {
  const draft = draftOf(layout, awayFrom, ({ topic }) => topics?.has(topic) ?? true);
  if (toNew) {
    const used = new Set(layout.partitions.flatMap(({ replicas }) => replicas));
    // A move can make room for a further move between agents that was not possible before.
    while (evenCounts(draft, evenShares(draft), ({ id }) => !used.has(id)));
    // If no replica has moved (for instance because there is no new broker), the leaders do not change either.
    if (movesOn(draft).length > 0) evenLeaders(draft);
    return movesOn(draft);
  }
  emptyClosed(draft, evenShares(draft));
  spreadAgents(draft);
  // An exchange that evens out sizes can make room for a move between agents that was not possible before.
  evenCounts(draft, evenShares(draft));
  do evenSizes(draft);
  while (evenCounts(draft, evenShares(draft)));
  evenLeaders(draft);
  return movesOn(draft);
}

/** Proposes only those moves that take all replicas away from the given brokers. */
export function emptyingMoves(layout: Layout, brokers: ReadonlySet<number>): readonly Move[] {
  const draft = draftOf(layout, brokers);
  const shares = evenShares(draft);
  const isConcerned = ({ replicas }: { readonly replicas: readonly { readonly id: number }[] }) =>
    replicas.some(({ id }) => brokers.has(id));
  const concerned = new Set(draft.partitions.filter(isConcerned));
  // Other brokers may be leaving as well. Their replicas are moved away later.
  emptyClosed({ ...draft, brokers: draft.brokers.filter((broker) => broker.isOpen || brokers.has(broker.id)) }, shares);
  return movesOn({ partitions: draft.partitions.filter((partition) => concerned.has(partition)) });
}

/** Proposes the moves that add or drop copies, so that each partition of a topic has the wanted number of copies. */
export function replicationMoves(layout: Layout, topic: string, copies: number): readonly Move[] {
  const draft = draftOf(layout);
  setReplication(draft, topic, copies);
  return movesOn(draft);
}

/** Moves as few copies as possible from agents with several copies of a partition to agents without one. */
function spreadAgents({ brokers, partitions }: LayoutDraft): void {
  const agents = new Set(brokers.filter(({ isOpen }) => isOpen).map(({ agent }) => agent));
  if (agents.size < 2) return;
  for (const partition of partitions) {
    const most = Math.min(partition.replicas.length, agents.size);
    while (new Set(partition.replicas.map(({ agent }) => agent)).size < most) {
      const from = crowded(partition);
      const to = from && emptiest(brokers, partition, from);
      if (!from || !to) break;
      moveReplica(partition, from, to);
    }
  }
}

/** Of the replicas that share an agent, returns the one on the fullest broker. */
function crowded({ replicas }: DraftPartition): DraftBroker | undefined {
  const sharing = replicas.filter((broker) => replicas.some((other) => other !== broker && other.agent === broker.agent));
  return sharing.sort((a, b) => b.replicas - a.replicas || b.bytes - a.bytes || b.at - a.at)[0];
}

function emptiest(brokers: readonly DraftBroker[], partition: DraftPartition, from: DraftBroker): DraftBroker | undefined {
  const used = new Set(partition.replicas.map(({ agent }) => agent));
  let best: DraftBroker | undefined;
  for (const broker of brokers) {
    if (!broker.isOpen || used.has(broker.agent) || !canMove(partition, from, broker)) continue;
    if (!best || broker.replicas < best.replicas || (broker.replicas === best.replicas && broker.bytes < best.bytes)) best = broker;
  }
  return best;
}

/** Whether the brokers that would remain (those with ids below `count`) could store the replicas of all brokers. */
export function roomFor(layout: Layout, count: number): Readiness {
  const gone = new Set(layout.brokers.flatMap(({ id }) => (id < count ? [] : [id])));
  const wide = tooWide(layout.partitions, count);
  if (wide !== undefined) return notReady(wide);
  const full = fullBroker(layout, emptyingMoves(layout, gone));
  return full === undefined ? READY : notReady(full);
}

/** Returns a message if a partition has more replicas, or needs more in-sync replicas, than there would be brokers. */
export function tooWide(partitions: readonly PlacedPartition[], brokers: number): string | undefined {
  const left = `but only ${brokers} ${brokers === 1 ? "broker" : "brokers"} would remain`;
  const strict = partitions.find(({ minInSync, replicas }) => Math.min(minInSync, replicas.length) > brokers);
  if (strict) {
    const { topic, minInSync } = strict;
    return `${topic} needs ${minInSync} copies in sync, ${left}; first lower its min.insync.replicas and its replication factor`;
  }
  const wider = partitions.find(({ replicas }) => replicas.length > brokers);
  if (!wider) return undefined;
  const { topic, number, replicas } = wider;
  return `${topic}-${number} has ${replicas.length} copies, ${left}; first lower the replication factor of ${topic}`;
}

/** Returns a message if moves would fill a broker's disk: new copies need space before the old ones are deleted. */
export function fullBroker({ brokers, partitions }: Layout, moves: readonly Move[]): string | undefined {
  const used = new Map(brokers.map(({ id }) => [id, 0]));
  const count = (id: number, bytes: number) => used.set(id, (used.get(id) ?? 0) + bytes);
  for (const { replicas, bytes } of partitions) for (const id of replicas) count(id, bytes);
  for (const { from, to, bytes } of moves) for (const id of to) if (!from.includes(id)) count(id, bytes);
  const receiving = new Set(moves.flatMap(({ to }) => to));
  const full = brokers.find(({ id, disk }) => receiving.has(id) && (used.get(id) ?? 0) > disk);
  if (!full) return undefined;
  const [needed, has] = [Math.ceil((used.get(full.id) ?? 0) / MEGABYTE), Math.floor(full.disk / MEGABYTE)];
  return `broker-${full.id} would need ${needed} MB but has only ${has} MB; raise BROKER_DISK, or add brokers`;
}

const MEGABYTE = 2 ** 20;
