import { type Answer, answer, form, isRecord, type WireAnswer } from "@reeve/contract";
import { Plan } from "./plan.ts";
import { PlanOfBlocks, planOfSteps } from "./plan-of-blocks.ts";
import { isOldSpelling, readStatus } from "./status.ts";

/**
 * The answer of `plans show`. A complete plan comes with 200, an incomplete one with 202 or (R1, R2, older servers) 503, one with errors
 * with 417. A 503 without a plan is an outage.
 */
export const planAnswer: Answer<Plan> = answer(Plan, {
  statuses: [200, 202, 417, 503],
  note: "Callers get one shape from all revisions: `phases[].steps[]` and upper-case statuses, also where R1 sends blocks and `InProgress`.",
  read: withKnownStatuses,
  also: [
    form(PlanOfBlocks, { when: hasBlocks, read: (plan) => withKnownStatuses(planOfSteps(plan)), revisions: ["R1"] }),
  ],
});

function hasBlocks({ body }: WireAnswer): boolean {
  return (
    isRecord(body) && Array.isArray(body.phases) && body.phases.some((phase) => isRecord(phase) && "blocks" in phase)
  );
}

/** Returns the same object if no status has to be rewritten, which is so in all revisions but R1. */
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
