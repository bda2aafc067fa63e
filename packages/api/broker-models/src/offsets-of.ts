import type { TopicOffsets } from "./topic-offsets.ts";

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
