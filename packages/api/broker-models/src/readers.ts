// Functions that read values of resources. They stand apart from the schemas, so that a bundle with one of them has no schema in it.
import type { ActiveEntries, ActiveStage } from "./active-plan.ts";
import type { Partition, TopicDescription } from "./topic-description.ts";
import type { TopicOffsets } from "./topic-offsets.ts";

/** The rollout as a whole, under either of the names that servers use. */
export function activeStage({ stage, plan }: ActiveEntries): ActiveStage | undefined {
  return stage ?? plan;
}

/** Offsets by partition, as exact integers. Partitions with an unknown offset are left out. */
export function offsetsOf(offsets: TopicOffsets): ReadonlyMap<number, bigint> {
  const entries = offsets.flatMap((entry) => Object.entries(entry));
  return new Map(
    entries
      .filter(([, offset]) => /^-?\d+$/.test(offset))
      .map(([partition, offset]): [number, bigint] => [Number(partition), BigInt(offset)])
      .sort(([a], [b]) => a - b),
  );
}

/** A partition with its number. */
export interface NumberedPartition extends Partition {
  readonly partition: number;
}

/** The partitions of a topic as a plain list, by number. */
export function partitionsOf({ partitions }: TopicDescription): readonly NumberedPartition[] {
  return partitions
    .flatMap((entry) => Object.entries(entry).map(([number, partition]) => ({ ...partition, partition: Number(number) })))
    .sort((a, b) => a.partition - b.partition);
}
