import { operation } from "@reeve/contract";
import { planAnswer } from "./plan-answer.ts";
import { NamedPlanInput } from "./plan-inputs.ts";
import { PlanNames } from "./plan-names.ts";

// Reeve's own service shows plans that have no route in a revision: recovery in R1, R2 and V2, the maintenance plans of a database.

export const allPlans = operation({
  summary: "List all plans, also those that the revision has no route for",
  about: "Only Reeve's own service has this.",
  effect: "read",
  output: PlanNames,
  routes: { "*": "GET {reeve}/plans" },
});

export const inspectPlan = operation({
  summary: "Show any plan in its newest form, also one that the revision has no route for",
  about: "Only Reeve's own service has this.",
  effect: "read",
  input: NamedPlanInput,
  output: planAnswer,
  routes: { "*": "GET {reeve}/plans/{plan}" },
  example: { plan: "recovery" },
});
