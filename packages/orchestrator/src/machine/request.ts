import { ReeveError } from "@reeve/contract";
import type { NodeAction } from "@reeve/scheduler-models";
import { advance } from "./advance.ts";
import type { Machine } from "./machine.ts";
import { liveTasks } from "./node.ts";
import { requestRecovery } from "./recovery.ts";
import type { NodeRun, StepRun } from "./run.ts";

/** Records that a person wants something of a node, and begins it where nothing is in the way. */
export function requestOfNode(machine: Machine, id: string, type: "restart" | "replace" | "pause"): NodeAction {
  const node = shownNode(machine, id);
  if (node.record.configuration === undefined && isToBeLaunched(machine, node)) {
    throw new ReeveError(
      "conflict",
      `${machine.state.record.name}: ${id} has not been launched yet; the plan deploy launches it`,
    );
  }
  const tasks = liveTasks(node).map(({ task }) => `${id}-${task}`);
  const step = requestRecovery(machine, node, type);
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

function isInterrupted({ record, phase }: StepRun): boolean {
  return record.progress === "pending" && phase.plan.record.interrupted;
}

function shownNode({ state }: Machine, id: string): NodeRun {
  const node = state.nodes.get(id);
  if (!node || state.internal.has(node.record.podType))
    throw new ReeveError("not-found", `no node "${id}" in ${state.record.name}`);
  return node;
}
