import type { Step } from "./plan.ts";
import type { Block } from "./plan-of-blocks.ts";

/** Whether a rollout waits at this step for an operator. Servers spell the flag in two ways, and this function reads both. */
export function isDecisionPoint(step: Step | Block): boolean {
  return (
    ("hasDecisionPoint" in step && step.hasDecisionPoint === true) || ("has_decision_point" in step && step.has_decision_point === true)
  );
}
