import type { PartitionWork } from "./partition-work.ts";

/** The unit in which clients show the sizes of partitions. */
const MEBIBYTE = 2 ** 20;

/**
 * Returns the progress message for the plan's current step: the bytes that the plan has copied so far, and how many partitions of the step
 * are still moving.
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
