import { createHash } from "node:crypto";
import type { Cluster } from "../engine.ts";
import type { NodeView } from "../node.ts";

/**
 * Returns a hash of the environment with which a task would be launched now; undefined if the engine cannot compute the environment. In
 * that case the launch itself fails with the engine's reason.
 */
export function environmentHash(cluster: Cluster, node: NodeView, task: string): string | undefined {
  try {
    const entries = Object.entries(cluster.environment(node, task)).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHash("sha256").update(JSON.stringify(entries)).digest("base64url").slice(0, 22);
  } catch {
    return undefined;
  }
}
