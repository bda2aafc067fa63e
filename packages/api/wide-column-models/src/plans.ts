import { operation } from "@reeve/contract";
import { type Plan, parseNodeId, planOperations } from "@reeve/scheduler-models";

export const showDatabasePlan = operation({
  ...planOperations.show,
  // The API cannot list its nodes, but the deploy plan contains a step for each node.
  names: { ...planOperations.show.names, node: nodesIn },
  routes: { W1: "GET /plan" },
});

function nodesIn({ phases }: Plan): readonly string[] {
  const names = phases.flatMap(({ steps }) => steps.map(({ name }) => name.split(":", 1)[0] ?? ""));
  return [...new Set(names)].filter((name) => parseNodeId(name) !== undefined);
}

export const interruptDatabasePlan = operation({ ...planOperations.interrupt, routes: { W1: "POST /plan?cmd=interrupt&phase={phase}" } });

export const continueDatabasePlan = operation({ ...planOperations.continue, routes: { W1: "PUT /plan?cmd=proceed&phase={phase}" } });
