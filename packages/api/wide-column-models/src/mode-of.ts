import type { NodeInfo } from "./nodes.ts";

/** The mode of a node, under any of the field names that servers use. */
export function modeOf(info: NodeInfo): string | undefined {
  return info.mode ?? info.operating_mode ?? undefined;
}
