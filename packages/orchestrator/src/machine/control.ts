import { ReeveError } from "@reeve/contract";
import type { PlanCommand } from "../instance.ts";
import { makeCustomPlan, startCustomPlan } from "./custom-plan.ts";
import type { Machine } from "./machine.ts";
import { hasFailed, tryAgain, undoMaintenance } from "./maintenance.ts";
import { excuse, expectNoMore } from "./node.ts";
import { keepVolumes } from "./operation.ts";
import { nextUrgent, planNames, refreshPlan } from "./plan-run.ts";
import { recoverNode } from "./recovery.ts";
import type { PhaseRun, PlanRun, StepRun } from "./run.ts";
import { isUncontrolled } from "./staging.ts";
import { forgetShown, isComplete, isPhaseComplete } from "./status.ts";
import { completeStep, resetStep, touchStep } from "./step.ts";

/** Applies a control to a plan; returns whether it changed anything. */
export function control(machine: Machine, { command, ...where }: PlanCommand): boolean {
  const found = find(machine, where);
  // Under INSTALL the rollout has no pauses; custom plans can still be started and stopped.
  const isOwn =
    Object.hasOwn(machine.state.record.definition.plans, where.plan) && (command === "start" || command === "stop");
  const acts = isOwn || !isUncontrolled(machine.state, where.plan);
  return acts && commands[command](machine, found);
}

/** Continues plans that can no longer be controlled after a change of their definition, because no operator could continue them. */
export function releaseUncontrolled(machine: Machine): void {
  for (const name of ["deploy", "recovery"]) {
    const plan = machine.state.plans.get(name);
    if (plan && isUncontrolled(machine.state, name)) continuePlan(machine, { plan });
  }
}

/** The parts of a plan that a command names. */
interface Found {
  readonly plan: PlanRun;
  readonly phase?: PhaseRun | undefined;
  readonly step?: StepRun | undefined;
}

const commands: Readonly<Record<PlanCommand["command"], (machine: Machine, found: Found) => boolean>> = {
  continue: continuePlan,
  interrupt,
  forceComplete,
  restart,
  start,
  stop,
};

function interrupt(machine: Machine, { plan, phase }: Found): boolean {
  const target = phase ?? plan;
  if (target.record.interrupted || (phase ? isPhaseComplete(phase) : isComplete(plan))) return false;
  // Maintenance that has failed does not run, so it cannot be interrupted.
  if (hasFailed(plan)) return false;
  setInterrupted(machine, { plan, phase }, true);
  return true;
}

/** Ends interruptions, takes open decisions, and retries failed maintenance; a custom plan that was never begun only loses its interruption. */
function continuePlan(machine: Machine, { plan, phase }: Found): boolean {
  if (!phase && isUnexpanded(plan)) return start(machine, { plan });
  const phases = phase ? [phase] : plan.phases;
  const interrupted = phases.filter(({ record }) => record.interrupted);
  for (const each of interrupted) setInterrupted(machine, { plan, phase: each }, false);
  const wasInterrupted = !phase && plan.record.interrupted && !isComplete(plan);
  if (wasInterrupted) setInterrupted(machine, { plan }, false);
  const decided = decide(machine, phases);
  const triedAgain = tryAgain(machine, plan, phases);
  return interrupted.length > 0 || wasInterrupted || decided || triedAgain;
}

function decide(machine: Machine, phases: readonly PhaseRun[]): boolean {
  const waiting = phases.flatMap(({ steps }) =>
    steps.filter(({ hold, record }) => hold?.status === "WAITING" && record.decision === "open"),
  );
  for (const step of waiting) {
    step.record.decision = "taken";
    step.hold = undefined;
    touchStep(machine, step);
  }
  return waiting.length > 0;
}

function setInterrupted(machine: Machine, { plan, phase }: Found, interrupted: boolean): void {
  if (phase) {
    phase.record.interrupted = interrupted;
    machine.changes.phases.add(phase);
    forgetShown(phase, machine.changes);
  } else {
    plan.record.interrupted = interrupted;
    machine.changes.plans.add(plan);
    refreshPlan(machine, plan);
  }
}

function forceComplete(machine: Machine, found: Found): boolean {
  const steps = meant(found).filter(({ record }) => record.progress !== "complete");
  for (const step of steps) {
    const { node, record } = step;
    const begun = record.progress !== "pending";
    completeStep(machine, step);
    if (!node || !begun || node.record.state === "running") continue;
    excuse(machine, node);
    // The replace was withdrawn, so its volumes stay.
    if (record.action.type === "replace") keepVolumes(machine, node);
    if (node.record.state === "failed" && !node.record.operation) recoverNode(machine, node);
  }
  return steps.length > 0;
}

function restart(machine: Machine, found: Found): boolean {
  // Steps that have not begun will begin by themselves.
  const steps = meant(found).filter(({ record }) => record.progress !== "pending");
  for (const step of steps) {
    if (step.node && step.record.progress === "active") expectNoMore(machine, step.node);
    resetStep(machine, step);
    if (step.record.action.type === "update") step.record.again = true;
  }
  return steps.length > 0;
}

/** The steps that a command names: one step, those of a phase, or the current one. */
function meant({ plan, phase, step }: Found): readonly StepRun[] {
  if (step) return [step];
  if (phase) return phase.steps;
  const phaseNow = plan.phases[plan.next];
  const current = [...plan.failed, ...plan.active][0] ?? nextUrgent(plan) ?? phaseNow?.steps[phaseNow.next];
  return current ? [current] : [];
}

/** Begins a plan that has ended or never began, from its first step; continues one that was interrupted. */
function start(machine: Machine, { plan }: Found): boolean {
  const { name } = plan.record;
  const custom = machine.state.record.definition.plans[name];
  if (custom && (isUnexpanded(plan) || isComplete(plan))) startCustomPlan(machine, name, custom);
  else return continuePlan(machine, { plan });
  return true;
}

/** Interrupts a plan and resets its steps, or puts what undoes it in its place. Work on a node that is under way is completed. */
function stop(machine: Machine, { plan }: Found): boolean {
  const { name } = plan.record;
  if (name === "recovery" || isComplete(plan) || (plan.record.interrupted && isUntouched(plan))) return false;
  if (plan.record.undo) return undoMaintenance(machine, plan);
  const custom = machine.state.record.definition.plans[name];
  if (custom) {
    makeCustomPlan(machine, name, custom);
    return true;
  }
  for (const step of stepsOf(plan)) if (step.record.progress !== "pending") resetStep(machine, step);
  setInterrupted(machine, { plan }, true);
  return true;
}

/** Whether its steps still have patterns in place of nodes. */
function isUnexpanded(plan: PlanRun): boolean {
  return stepsOf(plan).some(({ record }) => record.action.type === "select" && record.progress === "pending");
}

function isUntouched(plan: PlanRun): boolean {
  return stepsOf(plan).every(({ record }) => record.progress === "pending");
}

function stepsOf(plan: PlanRun): readonly StepRun[] {
  return plan.phases.flatMap(({ steps }) => steps);
}

function find({ state }: Machine, where: Omit<PlanCommand, "command">): Found {
  const plan = state.plans.get(where.plan);
  const { name } = state.record;
  if (!plan) throw notFound(`no plan "${where.plan}" in ${name}: there are ${planNames(state).join(", ")}`);
  if (where.phase === undefined) {
    if (where.step === undefined) return { plan };
    throw new ReeveError(
      "bad-input",
      `phase: expected the name or id of the phase that the step "${where.step}" is in`,
    );
  }
  const phase = plan.phases.find(({ record }) => record.name === where.phase || record.id === where.phase);
  if (!phase) throw notFound(`no phase "${where.phase}" in the plan ${where.plan} of ${name}`);
  if (where.step === undefined) return { plan, phase };
  const step = phase.steps.find(({ record }) => record.name === where.step || record.id === where.step);
  if (!step)
    throw notFound(`no step "${where.step}" in the phase ${phase.record.name} of the plan ${where.plan} of ${name}`);
  return { plan, phase, step };
}

function notFound(message: string): ReeveError {
  return new ReeveError("not-found", message);
}
