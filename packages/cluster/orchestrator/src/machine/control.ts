import { ReeveError } from "@reeve/contract";
import { ROLLING_RESTART } from "@reeve/scheduler-models";
import type { PlanCommand } from "../instance.ts";
import { makeCustomPlan, startCustomPlan } from "./custom-plan.ts";
import { isUncontrolled } from "./deploy-plan.ts";
import type { Machine, PhaseRun, PlanRun, StepRun } from "./machine.ts";
import { hasFailed, tryAgain, undoMaintenance } from "./maintenance.ts";
import { excuse, expectNoMore } from "./node.ts";
import { keepVolumes } from "./operation.ts";
import { nextUrgent, planNames, refreshPlan, removePlan, stepsOfPlan } from "./plan-run.ts";
import { recoverNode } from "./recovery.ts";
import { completeStep, forgetShown, isPhaseComplete, isPlanComplete, resetStep, touchStep } from "./step.ts";

/** Executes a plan command. Returns true if this changed anything. */
export function controlPlan(machine: Machine, { command, ...where }: PlanCommand): boolean {
  const found = find(machine, where);
  // Custom plans can be started and stopped even if the instance's other plans cannot be controlled.
  const isOwn = Object.hasOwn(machine.state.record.definition.plans, where.plan) && (command === "start" || command === "stop");
  const acts = isOwn || !isUncontrolled(machine.state, where.plan);
  return acts && commands[command](machine, found);
}

/**
 * Continues interrupted plans that operators cannot control under the new definition, because there would be no way to continue them later.
 */
export function releaseUncontrolled(machine: Machine): void {
  for (const name of ["deploy", "recovery"]) {
    const plan = machine.state.plans.get(name);
    if (plan && isUncontrolled(machine.state, name)) continuePlan(machine, { plan });
  }
}

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
  if (target.record.interrupted || (phase ? isPhaseComplete(phase) : isPlanComplete(plan))) return false;
  // Failed maintenance does not run, so it cannot be interrupted.
  if (hasFailed(plan)) return false;
  setInterrupted(machine, { plan, phase }, true);
  return true;
}

/**
 * Opens whatever holds the next node: ends interruptions, approves the step that waits for a decision, even if the interruption hid the
 * decision, and retries failed maintenance. A custom plan that has never begun is started.
 */
function continuePlan(machine: Machine, { plan, phase }: Found): boolean {
  if (!phase && isUnexpanded(plan)) return start(machine, { plan });
  const phases = phase ? [phase] : plan.phases;
  const interrupted = phases.filter(({ record }) => record.interrupted);
  for (const each of interrupted) setInterrupted(machine, { plan, phase: each }, false);
  const wasInterrupted = !phase && plan.record.interrupted && !isPlanComplete(plan);
  if (wasInterrupted) setInterrupted(machine, { plan }, false);
  // A phase that is continued in an interrupted plan still waits for the plan, so its decision stays open.
  const decided = !plan.record.interrupted && decide(machine, phases);
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
  let undecided = 0;
  for (const step of steps) {
    const { node, record } = step;
    const begun = record.progress !== "pending";
    if (!begun && record.decision === "open") {
      delete record.decision;
      undecided++;
    }
    completeStep(machine, step);
    record.reason = begun ? FORCED : SKIPPED;
    if (!node || !begun || node.record.state === "running") continue;
    excuse(machine, node);
    // The operator withdraws the replace, so the node keeps its volumes.
    if (record.action.type === "replace") keepVolumes(machine, node);
    if (node.record.state === "failed" && !node.record.operation) recoverNode(machine, node);
  }
  passDecisions(machine, found.plan, undecided);
  return steps.length > 0;
}

const FORCED = "an operator forced the step to complete, without a check";
const SKIPPED = "skipped: an operator forced the step to complete before it began";

/** Hands the decisions of skipped steps on to the next steps, so that a rollout still waits before the first two nodes that it updates. */
function passDecisions(machine: Machine, plan: PlanRun, count: number): void {
  const next = stepsOfPlan(plan).filter(({ record }) => record.progress === "pending" && !record.hidden && record.decision === undefined);
  for (const step of next.slice(0, count)) {
    step.record.decision = "open";
    touchStep(machine, step);
  }
}

function restart(machine: Machine, found: Found): boolean {
  // Only steps that have begun can be restarted.
  const steps = meant(found).filter(({ record }) => record.progress !== "pending");
  for (const step of steps) {
    if (step.node && step.record.progress === "active") expectNoMore(machine, step.node);
    resetStep(machine, step);
    if (step.record.action.type === "update") step.record.again = true;
  }
  return steps.length > 0;
}

/** The steps that a command names: one step, the steps of a phase, or the current step. */
function meant({ plan, phase, step }: Found): readonly StepRun[] {
  if (step) return [step];
  if (phase) return phase.steps;
  const phaseNow = plan.phases[plan.next];
  const current = [...plan.failed, ...plan.active][0] ?? nextUrgent(plan) ?? phaseNow?.steps[phaseNow.next];
  return current ? [current] : [];
}

/** Begins a custom plan that has ended or never begun. Continues any other plan. */
function start(machine: Machine, { plan }: Found): boolean {
  const { name } = plan.record;
  const custom = machine.state.record.definition.plans[name];
  if (custom && (isUnexpanded(plan) || isPlanComplete(plan))) startCustomPlan(machine, name, custom);
  else return continuePlan(machine, { plan });
  return true;
}

/** Interrupts a plan and resets its steps; the plan that undoes it starts instead, if any. Operations on nodes are completed. */
function stop(machine: Machine, { plan }: Found): boolean {
  const { name } = plan.record;
  if (name === "recovery" || isPlanComplete(plan) || (plan.record.interrupted && isUntouched(plan))) return false;
  if (plan.record.undo) return undoMaintenance(machine, plan);
  if (name === ROLLING_RESTART) {
    removePlan(machine, name);
    return true;
  }
  const custom = machine.state.record.definition.plans[name];
  if (custom) {
    makeCustomPlan(machine, name, custom);
    return true;
  }
  for (const step of stepsOfPlan(plan)) if (step.record.progress !== "pending") resetStep(machine, step);
  setInterrupted(machine, { plan }, true);
  return true;
}

/** Whether the plan's steps still contain patterns such as `data-*` in place of node ids. */
function isUnexpanded(plan: PlanRun): boolean {
  return stepsOfPlan(plan).some(({ record }) => record.action.type === "select" && record.progress === "pending");
}

function isUntouched(plan: PlanRun): boolean {
  return stepsOfPlan(plan).every(({ record }) => record.progress === "pending");
}

function find({ state }: Machine, where: Omit<PlanCommand, "command">): Found {
  const plan = state.plans.get(where.plan);
  const { name } = state.record;
  if (!plan) throw notFound(`no plan "${where.plan}" in ${name}: there are ${planNames(state).join(", ")}`);
  if (where.phase === undefined) {
    if (where.step === undefined) return { plan };
    throw new ReeveError("bad-input", `phase: expected the name or id of the phase that contains the step "${where.step}"`);
  }
  const phase = plan.phases.find(({ record }) => record.name === where.phase || record.id === where.phase);
  if (!phase) throw notFound(`no phase "${where.phase}" in the plan ${where.plan} of ${name}`);
  if (where.step === undefined) return { plan, phase };
  const step = phase.steps.find(({ record }) => record.name === where.step || record.id === where.step);
  if (!step) throw notFound(`no step "${where.step}" in the phase ${phase.record.name} of the plan ${where.plan} of ${name}`);
  return { plan, phase, step };
}

function notFound(message: string): ReeveError {
  return new ReeveError("not-found", message);
}
