import { operation } from "@reeve/contract";
import { ownPlanAnswer } from "./plan-answer.ts";
import { NamedPlanInput, PlanNames } from "./plan-inputs.ts";

// The Reeve service also shows plans that have no route in a revision: recovery in R1, R2 and V2, and the maintenance plans of a database.

export const allPlans = operation({
  summary: "List all plans, including those without a route in this revision",
  effect: "read",
  output: PlanNames,
  routes: { "*": "GET {reeve}/plans" },
});

export const inspectPlan = operation({
  summary: "Show any plan, including one without a route in this revision",
  effect: "read",
  input: NamedPlanInput,
  output: ownPlanAnswer,
  routes: { "*": "GET {reeve}/plans/{plan}" },
  example: { plan: "recovery" },
});
