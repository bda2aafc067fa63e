import type { StepAction } from "../state/records.ts";
import type { Machine, NodeRun, PlanRun, StepRun } from "./machine.ts";
import { addPhase, installPlan, removePhase, stepsOfPlan } from "./plan-run.ts";
import { isPhaseComplete, touchStep } from "./step.ts";

type Recovery = "restart" | "replace" | "pause" | "recover";

/** Adds a phase with one step to the recovery plan, unless the same operation is already waiting. */
export function requestRecovery(machine: Machine, node: NodeRun, type: Recovery): StepRun {
  const plan = recoveryPlan(machine);
  const isWaiting = ({ record }: StepRun) => record.action.type === type && record.progress === "pending";
  const [known] = plan.phases.find(({ steps: [step] }) => step?.node === node && isWaiting(step))?.steps ?? [];
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
  const isOpen = ({ record }: StepRun) => record.progress !== "complete" && record.action.type !== "pause";
  return recoveryPlan(machine).phases.some(({ record, steps: [step] }) => record.name === node.record.id && step && isOpen(step));
}

/** Requests the restart of a node that hangs or does not serve, unless a restart has already been requested. */
export function restartInNeed(machine: Machine, node: NodeRun): void {
  if (hasOpenRecovery(machine, node)) return;
  const step = requestRecovery(machine, node, "restart");
  const because = node.unhealthy === undefined ? node.unserving : undefined;
  step.record.action = { ...{ type: "restart", node: node.record.id, hangs: true }, ...(because !== undefined && { because }) };
  touchStep(machine, step);
}

/** Returns the recovery plan, which is created when it is first needed. */
export function recoveryPlan(machine: Machine): PlanRun {
  return machine.state.plans.get("recovery") ?? installPlan(machine, { name: "recovery", strategy: "parallel", phases: [] });
}

/** Drops the requests for a node that have not begun yet. */
export function dropRequests(machine: Machine, node: NodeRun): void {
  for (const step of stepsOfPlan(recoveryPlan(machine))) {
    const { progress, action } = step.record;
    if (step.node === node && progress === "pending" && action.type !== "recover") removePhase(machine, step.phase);
  }
}

function prune(machine: Machine, plan: PlanRun): void {
  const finished = plan.phases.filter(isPhaseComplete);
  for (const phase of finished.slice(0, Math.max(0, finished.length - machine.retention.plans + 1))) removePhase(machine, phase);
}
