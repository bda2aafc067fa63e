/**
 * Counts the blocks whose replicas are all on lost nodes. The report is the output of `fsck`, the file system check. It has one line for
 * each block, with the addresses of the block's replicas.
 */
export function onlyOn(report: string, there: ReadonlySet<string>, lost: ReadonlySet<string>): number {
  let count = 0;
  for (const line of report.split("\n")) {
    if (!/\bblk_-?\d+/.test(line)) continue;
    const copies = [...line.matchAll(/DatanodeInfoWithStorage\[([^,\]]+)/g)].map(([, address = ""]) => address);
    if (copies.some((address) => lost.has(address)) && !copies.some((address) => there.has(address))) count++;
  }
  return count;
}
