import type { FileSystemStatus } from "@reeve/file-system-models";
import { bytes, countOf } from "@reeve/terminal";

/** The whole file system in one sentence: the active name node, the used space, and the number of under-replicated blocks. */
export function statusInWords({ active, name_nodes, safe_mode, data_nodes, space, blocks }: FileSystemStatus): string {
  if (active === null) {
    const states = Object.entries(name_nodes).map(([node, state]) => `${node} ${state ?? "does not answer"}`);
    return `no name node is active (${states.join(", ")})`;
  }
  return [
    `${active} is active`,
    ...(safe_mode === null ? [] : [`in safe mode: ${safe_mode.replaceAll(/\s+/g, " ").trim()}`]),
    ...(space ? [`${bytes(space.used)} of ${bytes(space.capacity)} used`] : []),
    ...(data_nodes ? [nodesInWords(data_nodes)] : []),
    ...(blocks ? [blocksInWords(blocks)] : []),
  ].join(", ");
}

function nodesInWords({ live, decommissioning }: NonNullable<FileSystemStatus["data_nodes"]>): string {
  const nodes = countOf(live, "data node");
  return decommissioning === 0 ? nodes : `${nodes}, ${decommissioning} of them being decommissioned`;
}

function blocksInWords({ all, under_replicated: low, missing }: NonNullable<FileSystemStatus["blocks"]>): string {
  const blocks = countOf(all, "block");
  if (low === 0 && missing === 0) return `${blocks}, all with enough copies`;
  return `${blocks}, ${low} under-replicated, ${missing} missing`;
}
