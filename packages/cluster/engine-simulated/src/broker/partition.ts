import type { ReportedPartition } from "@reeve/broker-models";
import type { PartitionLog } from "./log.ts";

/** One partition: its replicas, its state and its log. */
export interface PartitionEntry {
  readonly topic: string;
  readonly number: number;
  /** The ids of the brokers with a replica. The first one is the preferred leader. */
  replicas: readonly number[];
  state: PartitionState;
  log: PartitionLog;
  /** The topic's own `min.insync.replicas`, stored when it is created; absent if the definition set one for all topics. */
  minInSync?: number | undefined;
  /** The move in progress, if any. Until the new copies are in sync, the partition's list of replicas stays the same. */
  moving?:
    | {
        readonly to: readonly number[];
        /** When copying starts, in milliseconds since the epoch. */
        readonly begins: number;
        /** When the copies will be in sync if their brokers keep running, in milliseconds since the epoch. */
        readonly ends: number;
      }
    | undefined;
}

/** The part of a partition that changes when brokers stop and start. */
export interface PartitionState {
  readonly isr: readonly number[];
  /** -1 if the partition has no leader. */
  readonly leader: number;
  readonly leaderEpoch: number;
  /** The epoch of the controller that decided this state. */
  readonly controllerEpoch: number;
  /** For each broker whose replica is not in sync, the number of records that this replica already has. */
  readonly behind: Readonly<Record<number, number>>;
}

const nameOf = ({ topic, number }: PartitionEntry): string => `${topic}/${number}`;

export const isEntryUnderReplicated = ({ replicas, state }: PartitionEntry): boolean => state.isr.length < replicas.length;

export const isUnavailable = ({ state }: PartitionEntry): boolean => state.leader < 0;

/** Whether the partition's preferred leader is in sync but another replica leads. */
export function isImbalanced({ replicas: [preferred = -1], state }: PartitionEntry): boolean {
  return state.leader >= 0 && state.leader !== preferred && state.isr.includes(preferred);
}

/** Returns a partition in the form in which reports list it. */
export function reported({ topic, number, replicas, state }: PartitionEntry): ReportedPartition {
  const leader = state.leader < 0 ? undefined : state.leader;
  return { topic, partition: number, leader, replicas, isr: state.isr };
}

/** Sorts partitions by topic, and by number within a topic. */
export function inOrder(partitions: Iterable<PartitionEntry>): readonly PartitionEntry[] {
  return [...partitions].sort((a, b) => (a.topic === b.topic ? a.number - b.number : a.topic < b.topic ? -1 : 1));
}

/** Returns a text such as `3 partitions under-replicated: orders/0 orders/2 payments/7`, which names only some. */
export function namedFewEntries(partitions: ReadonlySet<PartitionEntry>, what: string): string {
  const few = inOrder(partitions).slice(0, SHOWN).map(nameOf).join(" ");
  const more = partitions.size > SHOWN ? ` and ${partitions.size - SHOWN} more` : "";
  return `${partitions.size} ${partitions.size === 1 ? "partition" : "partitions"} ${what}: ${few}${more}`;
}

const SHOWN = 3;
