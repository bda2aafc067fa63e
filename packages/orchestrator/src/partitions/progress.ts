import type { PartitionWork } from "./partition-work.ts";

/** The unit in which clients show the sizes of partitions. */
const MEBIBYTE = 2 ** 20;

/**
 * The progress that the plan's current step shows: the bytes that the plan has copied so far, and how many partitions of the step still
 * move.
 */
export function progressOf(
  { moves, before, all }: Extract<PartitionWork, { name: "move" }>,
  copied: number,
  open: number,
): string {
  const mebibytes = (bytes: number) => (bytes / MEBIBYTE).toFixed(1);
  const moving = `${open} of ${moves.length} partitions of this step ${open === 1 ? "is" : "are"} moving`;
  return `${mebibytes(before + copied)} of ${mebibytes(all)} MiB copied; ${moving}`;
}
