/**
 * Counts the blocks that have no replica on a node that is there, and a replica on a node that is not left. A replica at an unknown address
 * may be that of a lost node, which may have had another address before. The report is the output of `fsck`, the file system check. It has
 * one line for each block, with the addresses of the block's replicas.
 */
export function missingWithout(report: string, there: ReadonlySet<string>, left: ReadonlySet<string>): number {
  let count = 0;
  for (const line of report.split("\n")) {
    if (!/\bblk_-?\d+/.test(line)) continue;
    const copies = [...line.matchAll(/DatanodeInfoWithStorage\[([^,\]]+)/g)].map(([, address = ""]) => address);
    if (copies.some((address) => !left.has(address)) && !copies.some((address) => there.has(address))) count++;
  }
  return count;
}
