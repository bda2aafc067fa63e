import type { NodeInfo } from "./nodes.ts";

/** The mode of a node, under whichever name its info has it. */
export function modeOf(info: NodeInfo): string | undefined {
  return info.mode ?? info.operating_mode ?? undefined;
}
