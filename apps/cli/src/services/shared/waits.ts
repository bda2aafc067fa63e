/** The operations of plans that set a rollout going. */
export const planWaits: readonly string[] = ["plans.continue", "plans.forceComplete", "plans.restart", "plans.start"];

/** The operations of nodes after which they come back. */
export const podWaits: readonly string[] = ["pods.restart", "pods.replace"];

/** The same of the nodes of Reeve's own service, which every kind has. */
export const nodeWaits: readonly string[] = ["nodes.restart", "nodes.replace"];
