import type { Connection, OffsetTime, Partition, ReportedPartition } from "@reeve/broker-models";

/** Administers a cluster of brokers. Methods take and return topic names as users see them. */
export interface BrokerAdministration {
  /** Names of all topics, sorted. */
  topics(): Promise<readonly string[]>;
  /** The partitions of a topic, ordered by number. */
  describe(topic: string): Promise<readonly Partition[]>;
  /**
   * Returns a warning if a single broker may hold the only copy of an acknowledged record of the topic; undefined if that cannot happen.
   */
  alone(topic: string): Promise<string | undefined>;
  /** Creates a topic. After the promise has resolved, every list of topics contains the new topic. */
  create(topic: string, partitions: number, replication: number): Promise<void>;
  /** Increases the number of partitions of a topic. */
  alter(topic: string, partitions: number): Promise<void>;
  /** Returns `deleted`, or `kept` if the broker setting `delete.topic.enable` is false. */
  delete(topic: string): Promise<"deleted" | "kept">;
  /**
   * Returns the offset of each partition at a given time, in the order of partition numbers; undefined for a partition whose records are
   * all older. Throws `unreachable` if a partition has no leader.
   */
  offsets(topic: string, time: OffsetTime): Promise<readonly (bigint | undefined)[]>;
  underReplicated(): Promise<readonly ReportedPartition[]>;
  unavailable(): Promise<readonly ReportedPartition[]>;
  /** Sends records of 1,024 bytes, up to 100,000 a second, and returns the last line that `kafka-producer-perf-test` prints. */
  producerTest(topic: string, messages: number, signal: AbortSignal): Promise<string>;
  /**
   * Returns the broker and the size of each replica, and the moves in progress. To move replicas, start a plan whose steps perform
   * `PartitionWork`.
   */
  layout(): Promise<Layout>;
  /** Ids of the brokers that are configured but not running. */
  missing(): Promise<readonly string[]>;
  connection(): Promise<Connection>;
}

/** Where the replicas of a cluster's partitions are. */
export interface Layout {
  /** All brokers in the definition, and those that are being decommissioned. */
  readonly brokers: readonly LayoutBroker[];
  /** Ordered by topic, then by number. */
  readonly partitions: readonly PlacedPartition[];
}

export interface LayoutBroker {
  readonly id: number;
  readonly agent?: string | undefined;
  /** Whether the broker is running, as far as the cluster can tell. */
  readonly isRunning: boolean;
  /** Whether the broker is being decommissioned. Such a broker receives no replicas. */
  readonly isLeaving: boolean;
  /** The size of the broker's volume in bytes. */
  readonly disk: number;
}

export interface PlacedPartition {
  readonly topic: string;
  readonly number: number;
  /** Ids of brokers; the first is the preferred leader. During a move, the brokers that the partition leaves are not in this list. */
  readonly replicas: readonly number[];
  /** Ids of the brokers that will drop their replica as soon as the new replicas are in sync. */
  readonly leaves: readonly number[];
  /** Ids of the brokers in `replicas` to which a replica is still being copied. */
  readonly joins: readonly number[];
  /** -1 if the partition has no leader. */
  readonly leader: number;
  readonly isr: readonly number[];
  /** The number of in-sync replicas that must have a record before it is acknowledged: `min.insync.replicas`. */
  readonly minInSync: number;
  /** The size of the partition's largest replica. */
  readonly bytes: number;
}
