import { ReeveError } from "@reeve/contract";
import type { NodeAction } from "@reeve/scheduler-models";
import type { ReplaceOptions } from "../instance.ts";
import { advance } from "./advance.ts";
import type { Machine } from "./machine.ts";
import { liveTasks } from "./node.ts";
import { requestRecovery } from "./recovery.ts";
import type { NodeRun, StepRun } from "./run.ts";
import { touchStep } from "./step.ts";

/** What a user can want of a node. */
export type NodeRequest = { readonly type: "restart" | "pause" } | ({ readonly type: "replace" } & ReplaceOptions);

/** Records what a user wants of a node, and begins it where nothing is in the way. */
export function requestOfNode(machine: Machine, node: NodeRun, wanted: NodeRequest): NodeAction {
  const { id } = node.record;
  const { type } = wanted;
  if (node.record.configuration === undefined && isToBeLaunched(machine, node)) {
    throw new ReeveError(
      "conflict",
      `${machine.state.record.name}: ${id} has not been launched yet; the plan deploy launches it`,
    );
  }
  const tasks = liveTasks(node).map(({ task }) => `${id}-${task}`);
  const step = requestRecovery(machine, node, type);
  if (wanted.type === "replace" && wanted.force) forceStep(machine, step);
  advance(machine);
  const messages = [
    isInterrupted(step) ? `waits until the plan ${step.phase.plan.record.name} is continued` : "",
    step.hold && step.hold.kind !== "asking" ? step.hold.reason : "",
    type === "pause" ? `${id} idles until it is restarted` : "",
  ];
  const message = messages.filter((each) => each !== "").join("; ");
  return { pod: id, tasks, ...(message === "" ? {} : { message }) };
}

/** Whether the rollout will come to a node that has not been launched; where its step was forced, nobody but a person does. */
function isToBeLaunched({ state }: Machine, node: NodeRun): boolean {
  const steps = state.plans.get("deploy")?.phases.flatMap((phase) => phase.steps) ?? [];
  return steps.some((step) => step.node === node && step.record.progress !== "complete");
}

/** Allows a replace to delete the volumes that its node has now, whatever the engine says. */
function forceStep(machine: Machine, step: StepRun): void {
  const { action } = step.record;
  if (action.type !== "replace" || !step.node) return;
  step.record.action = { ...action, force: Object.values(step.node.record.volumes) };
  touchStep(machine, step);
}

function isInterrupted({ record, phase }: StepRun): boolean {
  return record.progress === "pending" && phase.plan.record.interrupted;
}
