import type { Partition, TopicDescription } from "./topic-description.ts";

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
