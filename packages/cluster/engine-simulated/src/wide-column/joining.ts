import type { NodeView, Readiness } from "@reeve/orchestrator/engine";
import type { SimulatedDatabase } from "./database.ts";

/**
 * Whether a node may start. Nodes join one at a time, because a joining node copies its part of the data from the others. A node that still
 * has its data does not have to join again, so it may start at any time.
 */
export function mayJoin(node: NodeView, nodes: readonly NodeView[], database: SimulatedDatabase): Readiness {
  const joins = ({ id, volumes }: NodeView) => {
    const record = database.record(id);
    return record?.volume === undefined || !Object.values(volumes).includes(record.volume);
  };
  if (!joins(node)) return { ready: true };
  const other = nodes.find((peer) => peer.id !== node.id && isUnderWay(peer) && joins(peer));
  return other ? { ready: false, reason: `${other.id} is joining: nodes join one at a time` } : { ready: true };
}

function isUnderWay({ tasks }: NodeView): boolean {
  return tasks.some(({ state }) => state === "launching" || state === "waiting" || state === "running");
}
