import { about, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** Where the copies of a partition are, and how large one of them is. */
export interface PartitionPlacement {
  readonly topic: string;
  readonly partition: number;
  /** Numbers of brokers; the first is the preferred leader. */
  readonly replicas: readonly number[];
  readonly isr: readonly number[];
  /** -1 where there is none. */
  readonly leader: number;
  /** Bytes of one copy; of the largest where they differ. */
  readonly bytes: number;
  /** Those of the replicas that are being copied. */
  readonly joins: readonly number[];
  /** Brokers that keep their copy only until the others are in sync. */
  readonly leaves: readonly number[];
}

const brokers = (words: string) => about(words, v.array(v.number()));

export const PartitionPlacement: Schema<PartitionPlacement> = resource(
  "PartitionPlacement",
  "Where the copies of a partition are.",
  {
    topic: v.string(),
    partition: v.number(),
    replicas: brokers("numbers of brokers, the preferred leader first"),
    isr: brokers("those that are in sync"),
    leader: about("-1 where there is none", v.number()),
    bytes: about("bytes of one copy; of the largest where they differ", v.number()),
    joins: brokers("those of the replicas that are being copied"),
    leaves: brokers("those that keep their copy only until the others are in sync"),
  },
);

export const PartitionPlacements: Schema<readonly PartitionPlacement[]> = v.pipe(
  v.array(PartitionPlacement),
  v.title("PartitionPlacements"),
  v.description("Where the copies of partitions are, by topic, then by number."),
);
