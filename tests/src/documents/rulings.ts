/** Why answers deviate from the API documents. Each sentence is what a user is told; the table prints those that it met. */
export const RULINGS = {
  times: "Plans, phases and steps carry started_at and completed_at, in addition to the documented fields.",
  reason: "A step's message is exactly the documented form; why it waits or has failed stands beside it in reason.",
  strategy: "Plans and phases name their strategy, as newer servers do.",
  statuses: "Plans also have the statuses WAITING, PENDING, STARTING and ERROR, which newer servers send.",
  unavailable: "Brokers that are down are listed with the others, and also in unavailable.",
  result: "In R2, the answer to a control has its message in Result, too, as some servers send it.",
  nodeAction: "Pausing also answers that the node idles until it is restarted.",
  oneAgent: "On a machine that is the only agent, a replaced node stays on it and gets new volumes.",
  rollouts:
    "An update's phase has a step for each broker that it changes; a broker that runs the configuration already has none.",
  departure:
    "A broker that leaves has a step `leave broker-N` in the update's phase, because its work is not that of an update.",
  ports: "A real node's ports are the definition's, or free ones where several nodes share an address.",
  clientProperties:
    "A small real file system also tells its clients how many replicas it can keep, and what its definition adds.",
  closedDefaults: "Where a real cluster would be open by a documented setting, ours is closed by default and says so.",
  variables: "Templates also refer to addresses and ports that are known only when a node is launched.",
  names: "Brokers that share a machine have addresses of their own, for which the machine has no names.",
  taskEnded: "A task that does not run has no process, so its executorPid is null.",
  launch: "A task has no status until it is launched.",
} as const;
