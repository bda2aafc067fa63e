import type { StepAction } from "../state/records.ts";
import type { Machine, NodeRun, PhaseRun, PlanRun, StepRun } from "./machine.ts";
import { addPhase, installPlan, removePhase } from "./plan-run.ts";
import { isPhaseComplete, touchStep } from "./step.ts";

type Recovery = Extract<StepAction, { readonly node: string }>["type"] & ("restart" | "replace" | "pause" | "recover");

/** Requests an operation on a node as a phase in the recovery plan. If the same operation is already waiting, no phase is added. */
export function requestRecovery(machine: Machine, node: NodeRun, type: Recovery): StepRun {
  const plan = recoveryPlan(machine);
  const waiting = plan.phases.find((phase) => isFor(phase, node, type) && phase.steps[0]?.record.progress === "pending");
  const known = waiting?.steps[0];
  if (known) return known;
  prune(machine, plan);
  const phase = addPhase(machine, plan, { name: node.record.id, strategy: "serial" }, [
    { id: machine.uuid(), name: node.record.id, action: actionFor(node, type), progress: "pending" },
  ]);
  const [step] = phase.steps;
  if (!step) throw new Error("a recovery has a step");
  return step;
}

function actionFor({ record: { id, reason } }: NodeRun, type: Recovery): StepAction {
  return type === "recover" && reason !== undefined ? { type, node: id, because: reason } : { type, node: id };
}

/** Requests the launch of a dead node in the same place, unless another step will launch the node. */
export function recoverNode(machine: Machine, node: NodeRun): void {
  if (!hasOpenRecovery(machine, node)) requestRecovery(machine, node, "recover");
}

function hasOpenRecovery(machine: Machine, node: NodeRun): boolean {
  const { phases } = recoveryPlan(machine);
  return phases.some((phase) => phase.record.name === node.record.id && isOpenRecovery(phase));
}

/** Requests the restart of a node that hangs or does not serve, unless a restart has already been requested. */
export function restartInNeed(machine: Machine, node: NodeRun): void {
  if (hasOpenRecovery(machine, node)) return;
  const step = requestRecovery(machine, node, "restart");
  const because = node.unhealthy === undefined ? node.unserving : undefined;
  step.record.action = {
    ...{ type: "restart", node: node.record.id, hangs: true },
    ...(because !== undefined && { because }),
  };
  touchStep(machine, step);
}

/** Returns the recovery plan, which is created when it is first needed. */
export function recoveryPlan(machine: Machine): PlanRun {
  return machine.state.plans.get("recovery") ?? installPlan(machine, { name: "recovery", strategy: "parallel", phases: [] });
}

/** Drops the requests for a node that have not begun yet. */
export function dropRequests(machine: Machine, node: NodeRun): void {
  for (const phase of [...recoveryPlan(machine).phases]) {
    const [step] = phase.steps;
    if (step?.node === node && step.record.progress === "pending" && step.record.action.type !== "recover") {
      removePhase(machine, phase);
    }
  }
}

function isFor(phase: PhaseRun, node: NodeRun, type: Recovery): boolean {
  return phase.steps[0]?.node === node && phase.steps[0].record.action.type === type;
}

function isOpenRecovery(phase: PhaseRun): boolean {
  return !isPhaseComplete(phase) && phase.steps[0]?.record.action.type !== "pause";
}

function prune(machine: Machine, plan: PlanRun): void {
  const finished = plan.phases.filter(isPhaseComplete);
  for (const phase of finished.slice(0, Math.max(0, finished.length - machine.retention.plans + 1))) removePhase(machine, phase);
}
