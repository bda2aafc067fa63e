import type { TaskState } from "../runtime.ts";
import type { SidecarRecord } from "../state/records.ts";
import type { Machine, NodeRun } from "./machine.ts";
import { touchNode } from "./node.ts";
import { stepsOfPlan } from "./plan-run.ts";

/** Whether a sidecar task is still running or about to run. */
export function isLiveSidecar({ state }: SidecarRecord): boolean {
  return state === "launching" || state === "running";
}

/** Returns the sidecar task with this key. A missing one is stored before it is launched, and a failed one is launched again. */
export function ensureSidecar(machine: Machine, node: NodeRun, step: string, key: string): SidecarRecord {
  const known = node.record.sidecars?.find((each) => each.step === step && each.key === key && !each.unwanted);
  if (known && known.state !== "failed" && known.state !== "stopped") return known;
  const fresh: SidecarRecord = { taskId: `${node.record.id}-${key}__${machine.uuid()}`, step, key, state: "launching" };
  node.record.sidecars = [...(node.record.sidecars ?? []).filter((each) => each !== known), fresh];
  machine.state.tasks.set(fresh.taskId, node);
  touchNode(machine, node);
  return fresh;
}

/** Applies the state of a sidecar task that the runtime reported. */
export function sidecarReported(machine: Machine, node: NodeRun, task: SidecarRecord, heard: TaskState): void {
  if (heard.state === "waiting") return;
  task.state = heard.state;
  if (heard.state === "failed") task.reason = heard.reason;
  if (!isLiveSidecar(task)) {
    machine.state.tasks.delete(task.taskId);
    if (task.unwanted) forget(node, task);
  }
  touchNode(machine, node);
}

/** Stops and drops sidecar tasks whose work has ended. */
export function dropSidecars(machine: Machine, isOver: (task: SidecarRecord, node: NodeRun) => boolean): void {
  for (const node of machine.state.nodes.values()) {
    for (const task of node.record.sidecars ?? []) {
      if (task.unwanted || !isOver(task, node)) continue;
      task.unwanted = true;
      if (!isLiveSidecar(task)) forget(node, task);
      touchNode(machine, node);
    }
  }
}

/** Drops the sidecar tasks of steps that no longer exist or are complete. */
export function dropStraySidecars(machine: Machine): void {
  const steps = [...machine.state.plans.values()].flatMap(stepsOfPlan);
  const open = new Set(steps.flatMap(({ record }) => (record.action.type === "work" && record.progress !== "complete" ? record.id : [])));
  dropSidecars(machine, ({ step }) => !open.has(step));
}

function forget({ record }: NodeRun, task: SidecarRecord): void {
  const rest = (record.sidecars ?? []).filter((each) => each !== task);
  if (rest.length > 0) record.sidecars = rest;
  else delete record.sidecars;
}
