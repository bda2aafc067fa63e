import { type Phase, reasonOf, type Step } from "@reeve/scheduler-models";

/** Why a step stands where it does, in the server's words beyond its status; nothing of one that is done. */
export function reasonToTell(step: Pick<Step, "name" | "status" | "message" | "reason">): string {
  return step.status === "COMPLETE" ? "" : reasonOf(step);
}

/** Whether nobody needs to look at a step: it is done, or its turn has not come and nothing else keeps it. */
export function isQuiet(step: Pick<Step, "name" | "status" | "message" | "reason">): boolean {
  return isQuietStatus(step.status) && reasonToTell(step).trim() === "";
}

/** The same for a phase: one that is quiet has no step that is not. */
export function isQuietPhase({ status, steps }: Phase): boolean {
  return isQuietStatus(status) && steps.every(isQuiet);
}

function isQuietStatus(status: string): boolean {
  return status === "COMPLETE" || status === "PENDING";
}
