import type { Connection, OffsetTime, Partition, ReportedPartition } from "@reeve/broker-models";
import type { Layout } from "../partitions/layout.ts";

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
