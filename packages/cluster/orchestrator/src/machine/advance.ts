/*
 * The next step of a rollout, and of every other plan.
 *
 * After each event, every plan is asked which of its steps are due, and each due step is attempted:
 *
 * 1. Plans advance in a fixed order: the rollout (`deploy`) first, because the others wait for it; then recovery and custom plans; then
 *    maintenance, which waits for all others.
 * 2. Nothing is due in a plan that is complete or has a failed step.
 * 3. In a serial plan, the steps of the current phase are due, one after another. Urgent steps (nodes that were already down) come first,
 *    one at a time, but a Reconciliation step comes before them. In a parallel plan or phase, all steps that have not begun are due.
 * 4. A due step of an interrupted plan or phase only shows that it waits for the command `continue`.
 * 5. Any other due step is attempted (`attempt.ts`): it begins, or it shows the reason why it has to wait (a "hold"). A step whose node is
 *    already as it should be is complete at once.
 * 6. When a step has begun or ended, further steps may be due, so this is repeated until nothing changes. The reasons of steps that are no
 *    longer due are dropped.
 *
 * What a step does once it has begun follows from the state of its node (`operation.ts`, `../effects/nodes.ts`). The step is complete when
 * the node is ready. If the node fails as often as its limit allows, the step fails (`node-events.ts`), and with it the rollout stops. A
 * node that has failed although no step will launch it again gets a step in the recovery plan.
 */

import { attemptOnNode, attemptWork } from "./attempt.ts";
import type { Hold, InstanceState, Machine, NodeRun, PhaseRun, PlanRun, StepRun } from "./machine.ts";
import { updateHistory } from "./maintenance.ts";
import { nextUrgent, urgentSteps } from "./plan-run.ts";
import { recoverNode } from "./recovery.ts";
import { beginStep, completeStep, holdStep, isInterrupted, isPlanComplete, releaseStep } from "./step.ts";

/** Begins every step that can begin now. For a step whose turn has come but that cannot begin, records the reason. */
export function advance(machine: Machine): void {
  const { state } = machine;
  const before = state.held;
  for (const node of state.failed) if (isDeadWithoutStep(state, node)) recoverNode(machine, node);
  do {
    state.held = new Set();
    state.asking = new Map();
  } while (advanceOnce(machine));
  delete state.permission;
  for (const step of before) if (!state.held.has(step)) releaseStep(machine, step);
  updateHistory(machine);
}

/** Whether a node has failed and no step will launch it again. This happens when the node's step was dropped or replaced. */
function isDeadWithoutStep({ plans }: InstanceState, node: NodeRun): boolean {
  if (node.record.operation) return false;
  for (const plan of plans.values()) {
    if (plan.record.name === "recovery" || isPlanComplete(plan)) continue;
    const hasBegun = ({ record }: StepRun) => record.progress !== "complete" && record.progress !== "pending";
    // A step that has begun launches its node again, even if the step has failed. An urgent step also launches its node again: it comes
    // first in its plan, because its node was already down. Any other pending step may begin much later, so it does not count.
    if (urgentSteps(plan).some((step) => step.node === node)) return false;
    if (plan.phases.some(({ steps }) => steps.some((step) => step.node === node && hasBegun(step)))) return false;
  }
  return true;
}

/** Tries every step whose turn it is. Returns true if a step began or ended, after which further steps may be able to begin. */
function advanceOnce(machine: Machine): boolean {
  let moved = false;
  for (const plan of oneByOne(machine.state)) {
    for (const step of dueSteps(plan)) {
      if (isInterrupted(step)) holdInterrupted(machine, step);
      else attempt(machine, step);
      if (step.record.progress !== "pending") moved = true;
    }
  }
  return moved;
}

/** The plans in their order: the rollout first, because others need to know what blocks it, and maintenance last, as it waits for all. */
function oneByOne({ plans }: InstanceState): readonly PlanRun[] {
  const rank = ({ record }: PlanRun) => (record.name === "deploy" ? 0 : record.request ? 2 : 1);
  return [...plans.values()].sort((a, b) => rank(a) - rank(b));
}

function attempt(machine: Machine, step: StepRun): void {
  const { action } = step.record;
  if (action.type === "work") attemptWork(machine, step);
  else if ("node" in action && step.node && machine.state.nodes.get(action.node) === step.node) {
    attemptOnNode(machine, step, step.node, action);
  } else if (action.type !== "select") {
    // A step that compares tasks with the state has nothing to do, and neither has one whose node has left the instance.
    beginStep(machine, step);
    completeStep(machine, step);
  }
}

/**
 * Shows that a step whose turn has come waits because of an interruption. A custom plan that was never started only waits for its start.
 */
function holdInterrupted(machine: Machine, step: StepRun): void {
  if (step.record.action.type !== "select") holdStep(machine, step, step.record.decision === "open" ? BOTH : INTERRUPTED);
}

const INTERRUPTED: Hold = { status: "WAITING", reason: "the plan was interrupted; to proceed, continue the plan" };

const BOTH: Hold = {
  status: "WAITING",
  reason: "the plan was interrupted, and the step waits for an operator's decision; to proceed, continue the plan",
};

/** The steps of a plan that have not begun and whose turn it is, even if the plan is interrupted. */
function* dueSteps(plan: PlanRun): Iterable<StepRun> {
  if (plan.failed.size > 0 || isPlanComplete(plan)) return;
  if (plan.record.strategy === "parallel") {
    for (const phase of plan.phases.slice(plan.next)) yield* dueInPhase(phase);
    return;
  }
  const urgent = nextUrgent(plan);
  const phase = urgent?.phase ?? plan.phases[plan.next];
  if (!phase || hasActive(plan, (step) => step.phase !== phase)) return;
  const compared = plan.phases[plan.next]?.steps[0];
  if (compared?.record.action.type === "reconcile") yield compared;
  else if (urgent === undefined) yield* dueInPhase(phase);
  else if (plan.active.size === 0) yield urgent;
}

function* dueInPhase(phase: PhaseRun): Iterable<StepRun> {
  if (phase.record.strategy === "parallel") {
    for (const step of phase.steps.slice(phase.next)) if (step.record.progress === "pending") yield step;
    return;
  }
  const step = phase.steps[phase.next];
  if (step?.record.progress === "pending" && !hasActive(phase.plan, (other) => other.phase === phase)) yield step;
}

function hasActive({ active }: PlanRun, where: (step: StepRun) => boolean): boolean {
  for (const step of active) if (where(step)) return true;
  return false;
}
