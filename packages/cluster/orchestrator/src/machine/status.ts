import type { Status } from "@reeve/scheduler-models";
import type { UnsavedChanges } from "./machine.ts";
import type { PhaseRun, PlanRun, StepRun } from "./run.ts";

/** Derives the status of a step from its progress and from the reason why it waits. */
export function statusOfStep({ record, hold, node }: StepRun): Status {
  switch (record.progress) {
    case "complete":
      return "COMPLETE";
    case "failed":
      return "ERROR";
    case "active":
      if (hold) return hold.status;
      return node?.record.operation?.stage === "delay" ? "DELAYED" : "IN_PROGRESS";
    case "pending":
      return hold?.status ?? "PENDING";
  }
}

export function statusOfPhase(phase: PhaseRun): Status {
  return aggregate(phase.counts, phase.steps.length, phase.record.interrupted);
}

export function statusOfPlan(plan: PlanRun): Status {
  const counts = new Map<Status, number>();
  for (const phase of plan.phases) {
    const status = statusOfPhase(phase);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return aggregate(counts, plan.phases.length, plan.record.interrupted);
}

function aggregate(counts: ReadonlyMap<Status, number>, parts: number, interrupted: boolean): Status {
  const has = (status: Status) => (counts.get(status) ?? 0) > 0;
  if (has("ERROR")) return "ERROR";
  if ((counts.get("COMPLETE") ?? 0) === parts) return "COMPLETE";
  if (interrupted) return "WAITING";
  if (has("IN_PROGRESS")) return "IN_PROGRESS";
  if (has("DELAYED")) return "DELAYED";
  if (has("WAITING")) return "WAITING";
  return has("COMPLETE") ? "IN_PROGRESS" : "PENDING";
}

export function isPlanComplete(plan: PlanRun): boolean {
  return plan.next >= plan.phases.length;
}

export function isPhaseComplete(phase: PhaseRun): boolean {
  return phase.next >= phase.steps.length;
}

/**
 * Updates the counts of the phase after a change of a step, and drops the cached views of the step, its phase and its plan. Takes constant
 * time.
 */
export function refresh(step: StepRun, changes: UnsavedChanges): void {
  const { phase } = step;
  const status = statusOfStep(step);
  if (status !== step.status) {
    phase.counts.set(step.status, (phase.counts.get(step.status) ?? 0) - 1);
    phase.counts.set(status, (phase.counts.get(status) ?? 0) + 1);
    step.status = status;
  }
  forgetStep(step);
  // The hidden steps of a phase appear in the API as the phase's last step, so the cached view of the last step is dropped too.
  const last = step.record.hidden ? phase.steps.at(-1) : undefined;
  if (last) forgetStep(last);
  forgetShown(phase, changes);
}

/**
 * The number of steps whose JSON is cached as one text. With a smaller number, more texts have to be joined. With a larger number, a change
 * of one step rewrites a longer text.
 */
export const STEPS_A_TEXT = 64;

function forgetStep(step: StepRun): void {
  step.view = undefined;
  step.phase.texts[Math.floor(step.index / STEPS_A_TEXT)] = undefined;
}

export function forgetShown(phase: PhaseRun, changes: UnsavedChanges): void {
  phase.view = undefined;
  phase.plan.view = undefined;
  changes.shown = true;
}
