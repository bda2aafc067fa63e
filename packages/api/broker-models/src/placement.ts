import { about, resource, resourceList, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The brokers that have replicas of a partition, and the size of a replica. */
export interface PartitionPlacement {
  readonly topic: string;
  readonly partition: number;
  /** Numbers of brokers; the first is the preferred leader. */
  readonly replicas: readonly number[];
  readonly isr: readonly number[];
  /** The number of the leading broker; -1 if there is no leader. */
  readonly leader: number;
  /** The size of the largest replica in bytes. */
  readonly bytes: number;
  /** The numbers of the brokers to which a replica is still being copied. */
  readonly joins: readonly number[];
  /** The numbers of the brokers that keep their replica only until the other replicas are in sync. */
  readonly leaves: readonly number[];
}

const brokers = (words: string) => about(words, v.array(v.number()));

export const PartitionPlacement: Schema<PartitionPlacement> = resource(
  "PartitionPlacement",
  "The brokers that have the replicas of a partition.",
  {
    topic: v.string(),
    partition: v.number(),
    replicas: brokers("ids of the brokers that have a replica, the preferred leader first"),
    isr: brokers("ids of the brokers whose replicas are in sync"),
    leader: about("number of the leading broker; -1 if there is none", v.number()),
    bytes: about("size of the largest replica in bytes", v.number()),
    joins: brokers("ids of the brokers to which a replica is being copied"),
    leaves: brokers("ids of the brokers that keep their replica only until the others are in sync"),
  },
);

export const PartitionPlacements: Schema<readonly PartitionPlacement[]> = resourceList(
  "PartitionPlacements",
  "The brokers that have the replicas of each partition, ordered by topic, then by partition number.",
  PartitionPlacement,
);
