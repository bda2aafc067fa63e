import type { Layout, PlacedPartition, Readiness } from "@reeve/orchestrator/engine";
import type { Move } from "./move.ts";
import { emptyingMoves } from "./propose.ts";

/** Whether the brokers that would remain (those with ids below `count`) could store the replicas of all brokers. */
export function roomFor(layout: Layout, count: number): Readiness {
  const gone = new Set(layout.brokers.flatMap(({ id }) => (id < count ? [] : [id])));
  const wide = tooWide(layout.partitions, count);
  if (wide !== undefined) return { ready: false, reason: wide };
  const full = fullBroker(layout, emptyingMoves(layout, gone));
  return full === undefined ? { ready: true } : { ready: false, reason: full };
}

/**
 * Returns a message if a partition has more replicas, or needs more in-sync replicas, than there would be brokers (`brokers`); otherwise
 * undefined.
 */
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

/**
 * Returns a message if the moves would fill the disk of a broker; otherwise undefined. New copies need space before the old copies are
 * deleted.
 */
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
