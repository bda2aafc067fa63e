import { isOneShot } from "@reeve/scheduler-models";
import { PAUSE } from "../pod-specs.ts";
import type { Placement, TaskState } from "../runtime.ts";
import type { NodeOperation, TaskRecord } from "../state/records.ts";
import { launchBackOff, STABLE } from "../timing.ts";
import type { Machine, NodeRun } from "./machine.ts";
import { liveTasks, setAmiss, setState, specOf, touchNode } from "./node.ts";
import { continueOperation, delayNode, launchNext } from "./operation.ts";
import { urgentSteps } from "./plan-run.ts";
import { recoverNode, restartInNeed } from "./recovery.ts";
import { sidecarReported } from "./sidecars.ts";
import { completeStep, failStep, resetStep } from "./step.ts";

/** Applies the state of a task that the runtime reported. Ignores reports about ended or unknown tasks. */
export function onTaskState(machine: Machine, heard: TaskState): void {
  const node = machine.state.tasks.get(heard.taskId);
  const sidecar = node?.record.sidecars?.find(({ taskId }) => taskId === heard.taskId);
  if (node && sidecar) {
    sidecarReported(machine, node, sidecar, heard);
    return;
  }
  const task = node?.record.tasks.find(({ taskId }) => taskId === heard.taskId);
  if (!node || !task) return;
  setAmiss(machine, node, "full", "full" in heard ? heard.full : undefined);
  if (heard.state === "waiting") {
    if (task.state !== "running") taskWaits(machine, node, task, heard.reason);
    return;
  }
  if (heard.state === "running") {
    if (task.state !== "running") taskRuns(machine, node, task, heard.placement, heard.at);
    if (task.task !== PAUSE) {
      setAmiss(machine, node, "unseen", heard.unseen);
      onHealth(machine, node, heard.unhealthy);
    }
    if (task.task === PAUSE && node.record.state === "starting") becomePaused(machine, node);
    return;
  }
  machine.state.tasks.delete(heard.taskId);
  if (heard.ran) noteRun(machine, node, task, heard.ran);
  task.state = heard.state;
  task.at = heard.at;
  if (heard.state === "failed") task.reason = heard.reason;
  touchNode(machine, node);
  taskEnded(machine, node, task, heard.state === "failed" ? heard.lost : undefined);
}

/** Records whether a node hangs. A hanging node is restarted once the engine agrees. */
function onHealth(machine: Machine, node: NodeRun, unhealthy: string | undefined): void {
  setAmiss(machine, node, "unhealthy", unhealthy);
  if (unhealthy !== undefined && node.record.state === "running" && !node.record.operation) restartInNeed(machine, node);
}

/** Applies the engine's answer to the question whether a node that has become ready still serves. */
export function onServing(machine: Machine, node: NodeRun, unserving: string | undefined): void {
  if (node.record.state !== "running" || node.record.operation) return;
  setAmiss(machine, node, "unserving", unserving);
  if (unserving !== undefined) restartInNeed(machine, node);
}

function taskWaits(machine: Machine, node: NodeRun, task: TaskRecord, reason: string): void {
  if (task.state === "launching") {
    task.state = "waiting";
    touchNode(machine, node);
  }
  setAmiss(machine, node, "unready", reason);
}

function taskRuns(machine: Machine, node: NodeRun, task: TaskRecord, placement: Placement, at: string): void {
  const { record } = node;
  noteRun(machine, node, task, placement);
  task.state = "running";
  task.at = at;
  node.unready = undefined;
  machine.state.epoch++;
  if (record.state === "starting" && record.operation) {
    record.operation.since = machine.now();
    if (!preparesOnly(machine, node, task)) record.operation.stage = "ready";
  }
  touchNode(machine, node);
}

/** Stores the placement of a task, so that later launches go to the same place. Also stores that the task has used its volumes. */
function noteRun(machine: Machine, node: NodeRun, task: TaskRecord, placement: Placement): void {
  const { record } = node;
  task.placement = placement;
  record.placement = placement;
  delete record.avoid;
  const use = preparesOnly(machine, node, task) ? "prepared" : "data";
  for (const volume of Object.values(record.volumes)) {
    if (use === "data") record.volumeUse[volume] = use;
    else record.volumeUse[volume] ??= use;
  }
}

/** Whether a task writes no data to its volumes: the idle task, or a one-shot task, which only prepares volumes. */
function preparesOnly(machine: Machine, { record }: NodeRun, { task, configuration }: TaskRecord): boolean {
  return task === PAUSE || isOneShotTask(machine, record.podType, configuration, task);
}

function isOneShotTask({ state }: Machine, podType: string, configuration: string, task: string): boolean {
  const spec = specOf(state, podType, configuration)["task-specs"].find(({ name }) => name === task);
  return spec !== undefined && isOneShot(spec);
}

function taskEnded(machine: Machine, node: NodeRun, task: TaskRecord, lost: string | undefined): void {
  const { record } = node;
  const isDone = task.state === "finished" && isOneShotTask(machine, record.podType, task.configuration, task.task);
  // A task that finished while it was being stopped also counts as done, so that it does not run twice on the same volumes.
  if (isDone) record.done.push(task.task);
  if (record.state === "stopping") {
    if (liveTasks(node).length === 0) nodeStopped(machine, node);
  } else if (isDone) launchNext(machine, node);
  else if (lost !== undefined && record.operation) volumeLost(machine, node, record.operation, lost, reasonOf(task));
  else nodeFailed(machine, node, reasonOf(task));
}

function nodeStopped(machine: Machine, node: NodeRun): void {
  const { operation } = node.record;
  if (operation?.failed === undefined) {
    continueOperation(machine, node);
    return;
  }
  const reason = operation.failed;
  delete operation.failed;
  nodeFailed(machine, node, reason);
}

/** Handles a lost volume. Without this volume the node cannot be launched, so the node gets new volumes once the engine agrees. */
function volumeLost(machine: Machine, node: NodeRun, operation: NodeOperation, lost: string, reason: string): void {
  setState(machine, node, "failed", reason);
  operation.lost = lost;
  continueOperation(machine, node);
}

function reasonOf({ task, state, reason }: TaskRecord): string {
  if (state === "failed") return reason ?? `the task ${task} failed`;
  return state === "stopped" ? `the task ${task} was stopped from outside the service` : `the task ${task} ended by itself`;
}

function nodeFailed(machine: Machine, node: NodeRun, reason: string): void {
  const { operation } = node.record;
  setState(machine, node, "failed", reason);
  if (!operation) {
    diedByItself(machine, node);
    return;
  }
  operation.failures++;
  const limits = machine.limits(node.record.podType);
  const rollout = [...node.steps].filter(({ phase }) => phase.plan.record.name !== "recovery");
  if (node.steps.size === 0) {
    // No plan needs this operation any more. If the rollout still has to update the node, the rollout launches it again. Otherwise, the
    // recovery plan does so.
    dropOperation(machine, node);
    if (!isUrgent(machine, node)) recoverNode(machine, node);
  } else if (rollout.length === 0 || operation.failures < limits.tries) {
    delayNode(machine, node, launchBackOff(operation.failures, limits));
  } else {
    dropOperation(machine, node);
    for (const step of [...node.steps]) {
      if (rollout.includes(step)) failStep(machine, step, reason);
      else completeStep(machine, step);
    }
  }
}

function dropOperation(machine: Machine, node: NodeRun): void {
  delete node.record.operation;
  touchNode(machine, node);
}

/** Whether the node is among the urgent nodes that the rollout still has to update. */
function isUrgent({ state }: Machine, node: NodeRun): boolean {
  const deploy = state.plans.get("deploy");
  return deploy !== undefined && urgentSteps(deploy).some((step) => step.node === node);
}

function diedByItself(machine: Machine, node: NodeRun): void {
  const { record } = node;
  const stable = record.readyAt === undefined || machine.now() - record.readyAt >= STABLE;
  record.deaths = stable ? 1 : record.deaths + 1;
  recoverNode(machine, node);
}

/** Launches a failed node again after its back-off. */
export function retryNode(machine: Machine, node: NodeRun): void {
  if (node.record.operation?.stage === "delay") continueOperation(machine, node);
}

/** Shows what the engine's preparation of a node's launch is waiting for. */
export function launchWaits(machine: Machine, node: NodeRun, waitsFor: string): void {
  if (node.record.operation?.stage === "launch") setAmiss(machine, node, "unready", waitsFor);
}

function becomePaused(machine: Machine, node: NodeRun): void {
  delete node.record.operation;
  delete node.record.excused;
  node.record.readyAt = machine.now();
  setState(machine, node, "paused");
  for (const step of [...node.steps]) {
    if (step.record.action.type === "leave") resetStep(machine, step);
    else if (step.record.action.type !== "update") completeStep(machine, step);
  }
}
