// Apart from the schemas, so that a bundle with this function has no schema in it.
import type { DatabaseNodeInfo } from "./nodes.ts";

/** The mode of a node, under any of the field names that servers use. */
export function modeOf(info: DatabaseNodeInfo): string | undefined {
  return info.mode ?? info.operating_mode ?? undefined;
}
