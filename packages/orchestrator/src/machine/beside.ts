import type { TaskState } from "../runtime.ts";
import type { BesideRecord } from "../state/records.ts";
import type { Machine } from "./machine.ts";
import { touchNode } from "./node.ts";
import type { InstanceState, NodeRun } from "./run.ts";

/** Whether a task beside a node's own has not ended. */
export function isLiveBeside({ state }: BesideRecord): boolean {
  return state === "launching" || state === "running";
}

/** The task that a step's work knows by a key, stored before it is launched. One that has failed is tried again. */
export function taskBeside(machine: Machine, node: NodeRun, step: string, key: string): BesideRecord {
  const known = node.record.beside?.find((each) => each.step === step && each.key === key && !each.unwanted);
  if (known && known.state !== "failed" && known.state !== "stopped") return known;
  const fresh: BesideRecord = {
    taskId: `${node.record.id}-${key}__${machine.uuid()}`,
    step,
    key,
    state: "launching",
  };
  node.record.beside = [...(node.record.beside ?? []).filter((each) => each !== known), fresh];
  machine.state.tasks.set(fresh.taskId, node);
  touchNode(machine, node);
  return fresh;
}

/** The runtime reported the state of a task beside a node's own. */
export function besideHeard(machine: Machine, node: NodeRun, task: BesideRecord, heard: TaskState): void {
  if (heard.state === "waiting") return;
  task.state = heard.state;
  if (heard.state === "failed") task.reason = heard.reason;
  if (!isLiveBeside(task)) {
    machine.state.tasks.delete(task.taskId);
    if (task.unwanted) forget(node, task);
  }
  touchNode(machine, node);
}

/** The work has ended: its tasks are dropped, and those that still run are ended. */
export function dropTasksBeside(machine: Machine, isOver: (task: BesideRecord, node: NodeRun) => boolean): void {
  for (const node of machine.state.nodes.values()) {
    for (const task of node.record.beside ?? []) {
      if (task.unwanted || !isOver(task, node)) continue;
      task.unwanted = true;
      if (!isLiveBeside(task)) forget(node, task);
      touchNode(machine, node);
    }
  }
}

/** Drops the tasks of steps that no longer exist or are complete. */
export function dropStrayTasks(machine: Machine): void {
  const open = openSteps(machine.state);
  dropTasksBeside(machine, ({ step }) => !open.has(step));
}

function openSteps({ plans }: InstanceState): ReadonlySet<string> {
  const steps = [...plans.values()].flatMap((plan) => plan.phases.flatMap((phase) => phase.steps));
  return new Set(
    steps.flatMap(({ record }) => (record.action.type === "work" && record.progress !== "complete" ? record.id : [])),
  );
}

function forget({ record }: NodeRun, task: BesideRecord): void {
  const rest = (record.beside ?? []).filter((each) => each !== task);
  if (rest.length > 0) record.beside = rest;
  else delete record.beside;
}
