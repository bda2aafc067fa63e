import { type Answer, answer, form, isRecord, type WireAnswer } from "@reeve/contract";
import { Plan } from "./plan.ts";
import { PlanOfBlocks, planOfSteps } from "./plan-of-blocks.ts";
import { isOldSpelling, readStatus } from "./step-status.ts";

const STATUSES = [200, 202, 417, 503] as const;

/**
 * The answer of `plans show`. The status is 200 for a complete plan and 417 for a plan with errors. For any other plan it is 202, or 503 in
 * R1, R2 and older servers. A 503 without a plan is an outage.
 */
export const planAnswer: Answer<Plan> = answer(Plan, {
  statuses: STATUSES,
  note: "Callers get the same structure from every revision: R1's blocks are converted to `phases[].steps[]`, and its statuses such as `InProgress` to upper case (`IN_PROGRESS`).",
  read: withKnownStatuses,
  also: [form(PlanOfBlocks, { when: hasBlocks, read: (plan) => withKnownStatuses(planOfSteps(plan)), revisions: ["R1"] })],
});

/** The answer of routes that Reeve added. It has `phases[].steps[]` in every revision, also in R1. */
export const ownPlanAnswer: Answer<Plan> = answer(Plan, { statuses: STATUSES, read: withKnownStatuses });

function hasBlocks({ body }: WireAnswer): boolean {
  return isRecord(body) && Array.isArray(body.phases) && body.phases.some((phase) => isRecord(phase) && "blocks" in phase);
}

/** Returns the same object if no status has to be rewritten, which is always the case outside R1. */
function withKnownStatuses(plan: Plan): Plan {
  if (!hasOldSpelling(plan)) return plan;
  return {
    ...plan,
    status: readStatus(plan.status),
    phases: plan.phases.map((phase) => ({
      ...phase,
      status: readStatus(phase.status),
      steps: phase.steps.map((step) => ({ ...step, status: readStatus(step.status) })),
    })),
  };
}

function hasOldSpelling({ status, phases }: Plan): boolean {
  if (isOldSpelling(status)) return true;
  return phases.some((phase) => isOldSpelling(phase.status) || phase.steps.some((step) => isOldSpelling(step.status)));
}
