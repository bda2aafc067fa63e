/** The plan operations that start a rollout. */
export const planWaits: readonly string[] = ["plans.continue", "plans.forceComplete", "plans.restart", "plans.start"];

/** The node operations after which the node comes back. */
export const podWaits: readonly string[] = ["pods.restart", "pods.replace"];

/** The same for nodes of Reeve's own service, which every kind has. */
export const nodeWaits: readonly string[] = ["nodes.restart", "nodes.replace"];
