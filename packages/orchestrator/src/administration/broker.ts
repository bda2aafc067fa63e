import type { Connection, OffsetTime, Partition, ReportedPartition } from "@reeve/broker-models";
import type { Layout } from "../partitions/layout.ts";

/** The administration of a cluster of brokers. Topics have the names that their users know. */
export interface BrokerAdministration {
  /** Names of all topics, sorted. */
  topics(): Promise<readonly string[]>;
  /** The partitions of a topic, by number from 0. */
  describe(topic: string): Promise<readonly Partition[]>;
  /** A warning where acknowledged records of a topic may be on one broker alone; undefined where they never are. */
  alone(topic: string): Promise<string | undefined>;
  /** Resolves when every later list contains the topic. */
  create(topic: string, partitions: number, replication: number): Promise<void>;
  /** Raises the number of partitions. */
  alter(topic: string, partitions: number): Promise<void>;
  /** `deleted`, or `kept` where the engine's `delete.topic.enable` is false. */
  delete(topic: string): Promise<"deleted" | "kept">;
  /** The offset of each partition at a time, by number from 0; undefined where a partition has none (no leader). */
  offsets(topic: string, time: OffsetTime): Promise<readonly (bigint | undefined)[]>;
  underReplicated(): Promise<readonly ReportedPartition[]>;
  unavailable(): Promise<readonly ReportedPartition[]>;
  /** Sends records of 1,024 bytes at up to 100,000 a second, and returns the tool's last line. */
  producerTest(topic: string, messages: number, signal: AbortSignal): Promise<string>;
  /** Where all replicas are, with their sizes, and which of them move. The engine performs the works of `PartitionWork`. */
  layout(): Promise<Layout>;
  /** Ids of the brokers that are configured but not running. */
  missing(): Promise<readonly string[]>;
  connection(): Promise<Connection>;
}
