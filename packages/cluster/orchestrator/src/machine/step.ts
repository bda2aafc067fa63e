import type { Status } from "@reeve/scheduler-models";
import { type Hold, type Machine, type PhaseRun, type PlanRun, type StepRun, timestamp, type UnsavedChanges } from "./machine.ts";

export function beginStep(machine: Machine, step: StepRun): void {
  const { record, phase } = step;
  record.progress = "active";
  record.startedAt = timestamp(machine);
  delete record.completedAt;
  delete record.reason;
  step.attempt++;
  step.hold = undefined;
  step.note = undefined;
  phase.plan.active.add(step);
  step.node?.steps.add(step);
  phase.startedAt ??= record.startedAt;
  phase.completedAt = undefined;
  touchStep(machine, step);
}

export function completeStep(machine: Machine, step: StepRun): void {
  const { record, phase } = step;
  leave(step);
  record.progress = "complete";
  record.completedAt = timestamp(machine);
  record.startedAt ??= record.completedAt;
  delete record.reason;
  delete record.again;
  phase.startedAt ??= record.startedAt;
  settlePointers(phase.plan, [phase]);
  if (isPhaseComplete(phase)) phase.completedAt = record.completedAt;
  endInterruptions(machine, phase);
  touchStep(machine, step);
}

/** When a plan or a phase has ended, its interruption is removed, so that it does not delay steps that are restarted later. */
function endInterruptions({ changes }: Machine, phase: PhaseRun): void {
  const { plan } = phase;
  if (phase.record.interrupted && isPhaseComplete(phase)) {
    phase.record.interrupted = false;
    changes.phases.add(phase);
  }
  if (plan.record.interrupted && isPlanComplete(plan)) {
    plan.record.interrupted = false;
    changes.plans.add(plan);
  }
}

export function failStep(machine: Machine, step: StepRun, reason: string): void {
  leave(step);
  step.record.progress = "failed";
  step.record.reason = reason;
  step.phase.plan.failed.add(step);
  touchStep(machine, step);
}

/** Resets a step, so that it counts as not begun. */
export function resetStep(machine: Machine, step: StepRun): void {
  const { record, phase } = step;
  leave(step);
  record.progress = "pending";
  delete record.reason;
  delete record.again;
  delete record.startedAt;
  delete record.completedAt;
  phase.next = Math.min(phase.next, step.index);
  phase.plan.next = Math.min(phase.plan.next, phase.plan.phases.indexOf(phase));
  const times = phase.steps.flatMap(({ record: { startedAt } }) => startedAt ?? []);
  phase.startedAt = times.reduce<string | undefined>((first, time) => (first && first < time ? first : time), undefined);
  phase.completedAt = undefined;
  touchStep(machine, step);
}

/** Whether an operator has interrupted the step's plan or phase. */
export function isInterrupted({ phase }: StepRun): boolean {
  return phase.record.interrupted || phase.plan.record.interrupted;
}

/** Records why a step does not begin although its turn has come. */
export function holdStep(machine: Machine, step: StepRun, hold: Hold): void {
  machine.state.held.add(step);
  const { hold: before } = step;
  if (before?.reason === hold.reason && before.status === hold.status && before.kind === hold.kind) return;
  step.hold = hold;
  refresh(step, machine.changes);
}

export function releaseStep(machine: Machine, step: StepRun): void {
  if (!step.hold) return;
  step.hold = undefined;
  refresh(step, machine.changes);
}

export function touchStep(machine: Machine, step: StepRun): void {
  machine.changes.steps.add(step);
  refresh(step, machine.changes);
}

function leave(step: StepRun): void {
  const { plan } = step.phase;
  step.hold = undefined;
  step.note = undefined;
  plan.active.delete(step);
  plan.failed.delete(step);
  step.node?.steps.delete(step);
}

/** Moves the pointers of these phases of a plan, and that of the plan, past what is complete. */
export function settlePointers(plan: PlanRun, phases: readonly PhaseRun[]): void {
  for (const phase of phases) while (phase.steps[phase.next]?.record.progress === "complete") phase.next++;
  for (let next = plan.phases[plan.next]; next && isPhaseComplete(next); next = plan.phases[plan.next]) plan.next++;
}

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

/** After a change of a step, updates the phase's counts and drops the cached views that contain the step. Takes constant time. */
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

/** The steps whose JSON is cached as one text. With fewer, more texts are joined; with more, a change rewrites a longer text. */
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
