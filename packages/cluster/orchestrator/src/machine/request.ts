import { ReeveError } from "@reeve/contract";
import { isOneShot, type NodeAction } from "@reeve/scheduler-models";
import type { ReplaceOptions, RestartOptions } from "../instance.ts";
import { advance } from "./advance.ts";
import type { Machine, NodeRun, StepRun } from "./machine.ts";
import { liveTasks, specOf } from "./node.ts";
import { requestRecovery } from "./recovery.ts";
import { isInterrupted, touchStep } from "./step.ts";

/** The operations that a user can request for a node. */
export type NodeRequest =
  | { readonly type: "pause" }
  | ({ readonly type: "restart" } & RestartOptions)
  | ({ readonly type: "replace" } & ReplaceOptions);

/** Records a user's request for a node, and begins it unless something prevents that. */
export function requestOfNode(machine: Machine, node: NodeRun, wanted: NodeRequest): NodeAction {
  const { id } = node.record;
  const { type } = wanted;
  if (node.record.configuration === undefined && isToBeLaunched(machine, node)) {
    throw new ReeveError(
      "conflict",
      `${machine.state.record.name}: ${id} has not been launched yet; the deploy plan launches it`,
    );
  }
  // A leaving node that is down may have to run again before its data can be moved, so its restart is allowed.
  const isNeeded = type === "restart" && node.record.state !== "running";
  if (node.record.leaving && !isNeeded) {
    throw new ReeveError(
      "conflict",
      `${machine.state.record.name}: ${id} is being decommissioned, because the definition has fewer nodes; no other operation is possible`,
    );
  }
  if (wanted.type === "restart" && wanted.tasks) expectLasting(machine, node, wanted.tasks);
  const tasks = liveTasks(node).map(({ task }) => `${id}-${task}`);
  const step = requestRecovery(machine, node, type);
  if (wanted.type === "replace" && wanted.force) forceStep(machine, step);
  // A restart that a user requests is always performed. An automatic restart of a hanging node, in contrast, is dropped if the node
  // responds again.
  if (type === "restart") step.record.action = { type, node: id };
  advance(machine);
  const wait = step.hold && step.hold.kind !== "asking" ? step.hold.reason : "";
  const messages = [
    isInterrupted(step) && step.record.progress === "pending"
      ? `waits until the ${step.phase.plan.record.name} plan is continued`
      : wait,
    type === "pause" ? `${id} idles until it is restarted` : "",
  ];
  const message = messages.filter((each) => each !== "").join("; ");
  return { pod: id, tasks, ...(message === "" ? {} : { message }) };
}

/** Refuses to restart a one-shot task, because such a task runs only once. A restart of the long-running task is a restart of the node. */
function expectLasting({ state }: Machine, { record }: NodeRun, tasks: readonly string[]): void {
  const { id, podType, wanted } = record;
  const specs = specOf(state, podType, wanted)["task-specs"];
  for (const name of tasks) {
    const spec = specs.find((each) => each.name === name || `${id}-${each.name}` === name);
    if (!spec) {
      const known = specs.map((each) => `${id}-${each.name}`).join(", ");
      throw new ReeveError("bad-input", `tasks: ${id} has no task ${name}; it has ${known}`);
    }
    if (!isOneShot(spec)) continue;
    throw new ReeveError(
      "conflict",
      `${state.record.name}: the task ${spec.name} of ${id} runs only once, so it cannot be restarted`,
    );
  }
}

/**
 * Whether the rollout will still launch a node that was never launched. This is false if an operator forced the node's step to complete.
 */
function isToBeLaunched({ state }: Machine, node: NodeRun): boolean {
  const steps = state.plans.get("deploy")?.phases.flatMap((phase) => phase.steps) ?? [];
  return steps.some((step) => step.node === node && step.record.progress !== "complete");
}

/** Allows a replace to delete the node's current volumes without asking the engine. */
function forceStep(machine: Machine, step: StepRun): void {
  const { action } = step.record;
  if (action.type !== "replace" || !step.node) return;
  step.record.action = { ...action, force: Object.values(step.node.record.volumes) };
  touchStep(machine, step);
}
