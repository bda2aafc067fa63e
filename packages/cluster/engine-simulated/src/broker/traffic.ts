import { requestsBetween, shareOf, type TrafficLevel } from "../world/traffic.ts";
import type { Ledger } from "./ledger.ts";
import { appended, type LogRetention, type PartitionLog, RECORD_BYTES, retained } from "./log.ts";
import type { PartitionEntry } from "./partition.ts";

/**
 * The records that the simulation's own traffic appends to the partitions. They are added to the stored log whenever it is read, and are
 * stored only when the cluster closes, so that offsets do not go back after a restart. A partition without a leader gets no records.
 */
export interface RecordTraffic {
  /** The log of a partition with the records of the traffic, without the records that exceed the topic's retention. */
  logOf(partition: PartitionEntry): PartitionLog;
  /** The records of the traffic that a partition with a leader gets between two times. */
  recordsBetween(partition: PartitionEntry, from: number, to: number): number;
  /** The bytes of the replicas on a broker. */
  bytesOn(broker: number): number;
  /** Stores the records so far. */
  close(): void;
}

/** The records of one partition that are not stored. */
interface Flow {
  records: number;
  until: number;
}

/** The number of records up to which the traffic lets a partition grow. */
const MAX_RECORDS = 65_536;

/** The number of requests that a partition's share of the traffic is worth. */
const PARTITIONS_FED = 12;

/** The partitions, the time, and what happens to records. */
interface TrafficParts {
  readonly ledger: Ledger;
  readonly now: () => number;
  readonly level: () => TrafficLevel;
  readonly retention: (topic: string) => LogRetention;
}

export function followRecordTraffic({ ledger, now, level, retention }: TrafficParts): RecordTraffic {
  const flows = new WeakMap<PartitionEntry, Flow>();
  const opened = now();
  const existed = new WeakSet<PartitionEntry>(partitionsIn(ledger));

  /** Lets the records arrive that belong to the time since the last call. */
  function flowOf(partition: PartitionEntry): Flow {
    const flow = flows.get(partition) ?? { records: 0, until: existed.has(partition) ? opened : now() };
    flows.set(partition, flow);
    const to = now();
    if (partition.state.leader >= 0) flow.records += recordsBetween(partition, flow.until, to);
    flow.until = to;
    return flow;
  }

  function recordsBetween({ topic, number }: PartitionEntry, from: number, to: number): number {
    const weight = (0.2 + 1.6 * shareOf(`${topic}-${number}`)) / PARTITIONS_FED;
    return requestsBetween(level(), from, to) * weight;
  }

  function logOf(partition: PartitionEntry): PartitionLog {
    return retained(grownLogOf(partition), retention(partition.topic), now());
  }

  function grownLogOf(partition: PartitionEntry): PartitionLog {
    const { log } = partition;
    const { records, until } = flowOf(partition);
    const count = Math.floor(records);
    if (count === 0) return log;
    const grown = appended(log, count, until);
    // The traffic pushes out as many records as it brings, and leaves larger logs as large as they are.
    return { ...grown, start: Math.max(log.start, Math.min(grown.end - MAX_RECORDS, log.start + count)) };
  }

  return {
    logOf,
    recordsBetween,
    bytesOn: (broker) => [...ledger.on(broker)].reduce((sum, each) => sum + bytesOf(logOf(each)), 0),
    close() {
      const logs = partitionsIn(ledger).flatMap((each) => {
        const log = logOf(each);
        flows.delete(each);
        return log === each.log ? [] : [[each, log] as const];
      });
      if (logs.length > 0) ledger.commit({ logs });
    },
  };
}

function partitionsIn(ledger: Ledger): readonly PartitionEntry[] {
  return ledger.topicNames().flatMap((name) => ledger.topic(name)?.partitions ?? []);
}

function bytesOf({ start, end }: PartitionLog): number {
  return (end - start) * RECORD_BYTES;
}
