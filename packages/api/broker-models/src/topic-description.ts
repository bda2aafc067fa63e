import { about, integer, keyed, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The state of one partition. */
export interface Partition {
  readonly controller_epoch: number;
  /** Ids of the brokers whose replicas are in sync. */
  readonly isr: readonly number[];
  /** Id of the leading broker; -1 if there is none. */
  readonly leader: number;
  readonly leader_epoch: number;
  readonly version: number;
}

/** A topic as the API describes it. Each element of `partitions` has one key, the partition's number; `partitionsOf` is easier to use. */
export interface TopicDescription {
  readonly partitions: readonly Readonly<Record<string, Partition>>[];
  /** A warning that acknowledged records may exist on a single broker; only the Reeve service sends it. */
  readonly note?: string;
}

/** The number of a partition, as the API writes it. */
export const PartitionNumber: Schema<string, string> = v.pipe(v.string(), v.digits("expected the number of a partition"));

export const Partition: Schema<Partition> = resource("Partition", "The state of one partition.", {
  controller_epoch: integer(),
  isr: about("ids of the brokers whose replicas are in sync", v.array(integer())),
  leader: about("id of the leading broker; -1 if there is none", integer()),
  leader_epoch: integer(),
  version: integer(),
});

/** The API document does not mention this field, which only the Reeve service sends. */
const NOTE =
  "a warning that acknowledged records may exist on one broker alone; absent if there is no such risk, or if the server does not report it";

export const TopicDescription: Schema<TopicDescription> = resource("TopicDescription", "The partitions of a topic.", {
  partitions: about("one object for each partition; its only key is the partition's number", v.array(keyed(PartitionNumber, Partition))),
  note: about(NOTE, v.exactOptional(v.string())),
});
