import { type Machine, timestamp } from "./machine.ts";
import type { Hold, PhaseRun, StepRun } from "./run.ts";
import { isComplete, isPhaseComplete, refresh } from "./status.ts";

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
  movePointers(step);
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
  if (plan.record.interrupted && isComplete(plan)) {
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
  phase.startedAt = times.reduce<string | undefined>(
    (first, time) => (first && first < time ? first : time),
    undefined,
  );
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

function movePointers({ phase }: StepRun): void {
  const { plan } = phase;
  while (phase.steps[phase.next]?.record.progress === "complete") phase.next++;
  for (let next = plan.phases[plan.next]; next && isPhaseComplete(next); next = plan.phases[plan.next]) plan.next++;
}
