/** The plan operations that start a rollout. */
export const planWaits: readonly string[] = ["plans.continue", "plans.forceComplete", "plans.restart", "plans.start"];

/** The node operations whose wait ends when the node is back. */
export const podWaits: readonly string[] = ["pods.restart", "pods.replace"];

/** The node operations of the Reeve service, which exist for every kind and also wait until the node is back, or is paused. */
export const nodeWaits: readonly string[] = ["nodes.restart", "nodes.replace", "nodes.pause"];
