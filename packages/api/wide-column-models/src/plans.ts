import { operation } from "@reeve/contract";
import { planOperations } from "@reeve/scheduler-models";

export const showPlan = operation({ ...planOperations.show, routes: { W1: "GET /plan" } });

export const interruptPlan = operation({
  ...planOperations.interrupt,
  routes: { W1: "POST /plan?cmd=interrupt&phase={phase}" },
});

export const continuePlan = operation({
  ...planOperations.continue,
  routes: { W1: "PUT /plan?cmd=proceed&phase={phase}" },
});
