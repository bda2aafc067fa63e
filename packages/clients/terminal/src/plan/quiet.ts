import { type Phase, reasonOfStep, type Step } from "@reeve/scheduler-models";

/** Why a step has its status, in the server's words. A complete step has a reason only if an operator skipped or forced it. */
export function reasonToShow(step: Pick<Step, "name" | "status" | "message" | "reason">): string {
  return step.status === "COMPLETE" ? (step.reason ?? "").trim() : reasonOfStep(step);
}

/** Whether a step needs no attention, because it is done or only waits for its turn. */
export function isQuiet(step: Pick<Step, "name" | "status" | "message" | "reason">): boolean {
  return isQuietStatus(step.status) && reasonToShow(step).trim() === "";
}

/** Whether a phase needs no attention, because none of its steps does. */
export function isQuietPhase({ status, steps }: Phase): boolean {
  return isQuietStatus(status) && steps.every(isQuiet);
}

function isQuietStatus(status: string): boolean {
  return status === "COMPLETE" || status === "PENDING";
}
