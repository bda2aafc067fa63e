import { requestsBetween, shareOf, type TrafficLevel } from "../world/traffic.ts";
import type { Ledger } from "./ledger.ts";
import { appended, type LogRetention, type PartitionLog, RECORD_BYTES, retained } from "./log.ts";
import type { PartitionEntry } from "./partition.ts";

export type RecordTraffic = ReturnType<typeof followRecordTraffic>;

/** The records of one partition that are not stored. */
interface Flow {
  records: number;
  since: number;
  until: number;
}

/** The number of times that records get when they are stored, so that retention can delete some of them later. */
const SLICES = 16;

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

/**
 * The records that the simulation's own traffic appends to the partitions. They are added to the stored log whenever it is read, and are
 * stored only when the cluster closes or a topic's settings change, so that offsets do not go back after a restart. A partition without a
 * leader gets no records.
 */
export function followRecordTraffic({ ledger, now, level, retention }: TrafficParts) {
  const flows = new WeakMap<PartitionEntry, Flow>();
  const opened = now();
  const existed = new WeakSet<PartitionEntry>(partitionsIn(ledger));

  /** Lets the records arrive that belong to the time since the last call. */
  function flowOf(partition: PartitionEntry): Flow {
    const begun = existed.has(partition) ? opened : now();
    const flow = flows.get(partition) ?? { records: 0, since: begun, until: begun };
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
    const limits = retention(partition.topic);
    const log = retained(grownLogOf(partition), limits, now());
    const { since, until } = flowOf(partition);
    const { milliseconds } = limits;
    if (milliseconds < 0 || until - since <= milliseconds) return log;
    // All records of the traffic have the time of this call, so those that are too old are their share of the time.
    const young = Math.ceil(((log.end - partition.log.end) * milliseconds) / (until - since));
    return { ...log, start: Math.max(log.start, log.end - young) };
  }

  function keep(partitions: readonly PartitionEntry[]): void {
    const logs = partitions.flatMap((partition) => {
      const log = logOf(partition);
      return log === partition.log ? [] : [[partition, { ...log, marks: timesOf(partition, log.end) }] as const];
    });
    if (logs.length > 0) ledger.commit({ logs });
    for (const partition of partitions) {
      const flow = flows.get(partition);
      if (flow) Object.assign(flow, { records: flow.records - Math.floor(flow.records), since: flow.until });
    }
  }

  /** The times of a partition's records, with several times for the records of the traffic. */
  function timesOf(partition: PartitionEntry, end: number): PartitionLog["marks"] {
    const { since, until } = flowOf(partition);
    let log = partition.log;
    const first = log.end;
    for (let slice = 1; slice <= SLICES; slice++) {
      const share = slice / SLICES;
      log = appended(log, first + Math.floor((end - first) * share) - log.end, since + (until - since) * share);
    }
    return log.marks;
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
    /** The log of a partition with the records of the traffic, without the records that exceed the topic's retention. */
    logOf,
    /** The records of the traffic that a partition with a leader gets between two times. */
    recordsBetween,
    /** The bytes of the replicas on a broker. */
    bytesOn: (broker: number) => [...ledger.on(broker)].map(logOf).reduce((sum, { start, end }) => sum + (end - start) * RECORD_BYTES, 0),
    /** Stores the records of some partitions, so that those that a limit has deleted stay deleted. */
    keep,
    /** Stores all records so far. */
    close: () => keep(partitionsIn(ledger)),
  };
}

function partitionsIn(ledger: Ledger): readonly PartitionEntry[] {
  return ledger.topicNames().flatMap((name) => ledger.topic(name)?.partitions ?? []);
}
