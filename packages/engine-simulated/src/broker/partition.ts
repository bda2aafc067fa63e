import type { ReportedPartition } from "@reeve/broker-models";
import type { PartitionLog } from "./log.ts";

/** One partition: where its replicas are, their state, and its log. */
export interface PartitionEntry {
  readonly topic: string;
  readonly number: number;
  /** Ids of brokers; the first is the preferred leader. */
  replicas: readonly number[];
  state: PartitionState;
  log: PartitionLog;
  /** Where it is being copied to. Its replicas change once the copies are in sync. */
  moving?:
    | {
        readonly to: readonly number[];
        /** When the copies are in sync, where their brokers run until then: milliseconds of the clock. */
        readonly ends: number;
      }
    | undefined;
}

/** What changes when brokers come and go. */
export interface PartitionState {
  readonly isr: readonly number[];
  /** -1 where there is none. */
  readonly leader: number;
  readonly leaderEpoch: number;
  /** The epoch of the controller that decided this. */
  readonly controllerEpoch: number;
  /** How many records the replicas that are not in sync have, by broker. */
  readonly behind: Readonly<Record<number, number>>;
}

const nameOf = ({ topic, number }: PartitionEntry): string => `${topic}/${number}`;

export const isUnderReplicated = ({ replicas, state }: PartitionEntry): boolean => state.isr.length < replicas.length;

export const isUnavailable = ({ state }: PartitionEntry): boolean => state.leader < 0;

/** Whether its preferred leader is in sync but does not lead. */
export function isImbalanced({ replicas: [preferred = -1], state }: PartitionEntry): boolean {
  return state.leader >= 0 && state.leader !== preferred && state.isr.includes(preferred);
}

/** The name that reports use for it. */
export function reported({ topic, number, replicas, state }: PartitionEntry): ReportedPartition {
  const leader = state.leader < 0 ? undefined : state.leader;
  return { topic, partition: number, leader, replicas, isr: state.isr };
}

/** By topic, then by number. */
export function inOrder(partitions: Iterable<PartitionEntry>): readonly PartitionEntry[] {
  return [...partitions].sort((a, b) => (a.topic === b.topic ? a.number - b.number : a.topic < b.topic ? -1 : 1));
}

/** Names some partitions for a reason: `3 partitions under-replicated: orders/0 orders/2 payments/7`. */
export function namedFew(partitions: ReadonlySet<PartitionEntry>, what: string): string {
  const few = inOrder(partitions).slice(0, SHOWN).map(nameOf).join(" ");
  const more = partitions.size > SHOWN ? ` and ${partitions.size - SHOWN} more` : "";
  return `${partitions.size} ${partitions.size === 1 ? "partition" : "partitions"} ${what}: ${few}${more}`;
}

const SHOWN = 3;
