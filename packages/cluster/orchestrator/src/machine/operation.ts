/*
 * An operation on a node, such as an update, a restart or a replace: its tasks are stopped and launched again, until the node is ready.
 *
 * A replace passes through all stages, which are stored in the record of the node:
 *
 * 1. The request adds a phase with one step to the recovery plan (`recovery.ts`). The step waits until the node may stop (`attempt.ts`).
 * 2. `stop`: the runtime stops the node's tasks. The stop is stored first. If it cannot be stored, it is reverted.
 * 3. `lose`: once no task runs, the engine is asked whether the volumes may be deleted, because that can have changed since the step began.
 *    If it refuses, the node is launched on its old volumes, and the step begins again later. It is not asked if it has just agreed, if the
 *    volumes are unused, or if an operator forced their deletion.
 * 4. The volumes become volumes that the node has left behind, and the controller deletes them, however long that takes. The node avoids
 *    the agent on which it ran.
 * 5. `start`: the engine is asked whether the node may be launched. (Engines can do without this question.)
 * 6. `launch`: new volumes get names, then the one-shot tasks that prepare them run one after another, then the long-running task.
 * 7. `ready`: the engine is asked whether the node is ready, and whether its own work after the launch is done. Then the step is complete.
 *
 * A node that fails goes to `delay`, and is launched again after its back-off. A lost volume leads to `lose`. A leaving node goes from
 * `lose` to `left`: its volumes are deleted, the engine forgets it, and it is removed. An update or a restart skips `lose`.
 */

import type { Readiness } from "../engine.ts";
import { PAUSE } from "../pod-specs.ts";
import type { NodeOperation, TaskRecord } from "../state/records.ts";
import { isSame, targetSpecs } from "./configurations.ts";
import { type Hold, type Machine, type NodeRun, type StepRun, timestamp } from "./machine.ts";
import { liveTasks, removeNode, setAmiss, setState, specOf, touchNode } from "./node.ts";
import { dropRequests } from "./recovery.ts";
import { dropSidecars } from "./sidecars.ts";
import { completeStep, holdStep, resetStep } from "./step.ts";

/** A requested change of a node. */
export interface Intention {
  /** The configuration to launch; default: the node's current configuration. */
  readonly configuration?: string;
  /** Whether to delete the node's volumes and avoid its agent. */
  readonly fresh?: boolean;
  /** Whether the engine has just agreed to delete the volumes. */
  readonly agreed?: boolean;
  /** Volumes that may be deleted without asking the engine. */
  readonly force?: readonly string[];
  /** Whether to start the node idle, for debugging. */
  readonly idle?: boolean;
  /** Whether the node leaves for good. A leaving node is not launched again. */
  readonly leaves?: boolean;
  /** Milliseconds to wait before the launch. */
  readonly delay?: number;
}

/**
 * Begins an operation on a node: stops its tasks, then launches them again. The engine has already agreed to the stop. If the operation
 * interrupts a replace, the volumes are still deleted. But if the replace was still waiting for the permission to delete them, the volumes
 * are kept, and the step of the replace begins again later.
 */
export function beginOperation(
  machine: Machine,
  node: NodeRun,
  { configuration, fresh = false, agreed = false, force, idle = false, leaves = false, delay = 0 }: Intention,
): void {
  const { record } = node;
  const before = record.operation;
  if (record.state === "running") node.isLeaving = true;
  const isOvertaken = before?.fresh === true && before.stage !== "lose";
  if (before?.stage === "lose" && !fresh) resetReplaceSteps(machine, node);
  const forced = fresh ? force : isOvertaken ? before.force : undefined;
  record.operation = {
    configuration: configuration ?? latestSame(machine, node),
    idle,
    fresh: fresh || isOvertaken,
    ...(leaves && { leaves }),
    ...(forced === undefined ? {} : { force: forced }),
    stage: "stop",
    since: machine.now(),
    failures: 0,
  };
  if (liveTasks(node).length > 0) setState(machine, node, "stopping");
  else if (delay > 0) delayNode(machine, node, delay);
  else continueOperation(machine, node, agreed);
}

/** Reverts stops that could not be stored. The engine is asked again before the next attempt, because other nodes may be down by then. */
export function revertStops(machine: Machine): void {
  for (const node of machine.changes.nodes) {
    if (!node.isLeaving) continue;
    node.isLeaving = false;
    if (node.record.state !== "stopping") continue;
    delete node.record.operation;
    setState(machine, node, "running");
    for (const step of [...node.steps]) {
      const { again } = step.record;
      resetStep(machine, step);
      if (again) step.record.again = again;
      holdStep(machine, step, NOT_STORED);
    }
    // Steps of other nodes may have waited for this stop. They now show that the stop could not be stored.
    for (const step of machine.state.held) if (step.hold && isForOther(step.hold)) holdStep(machine, step, NOT_STORED);
  }
}

const NOT_STORED: Hold = { status: "PENDING", reason: "the stop of the node could not be stored; the service tries again" };

/** Whether a step waits for another node or plan rather than for the engine or an operator. */
function isForOther({ status, kind }: Hold): boolean {
  return status === "PENDING" && kind === undefined;
}

/** Continues the operation of a node without running tasks. Data is only deleted once the engine agrees, or by force. */
export function continueOperation(machine: Machine, node: NodeRun, agreed = false): void {
  const { operation } = node.record;
  if (!operation) return;
  const isLosing = operation.fresh || operation.lost !== undefined;
  if (!isLosing || agreed || isNodeFree(node, operation.force)) launchNode(machine, node);
  else {
    operation.stage = "lose";
    node.unready = undefined;
    machine.state.epoch++;
    touchNode(machine, node);
  }
}

/** Whether volumes may be deleted without asking the engine: the long-running task has not run on them, or a user forces it. */
export function isNodeFree({ record }: NodeRun, force: readonly string[] = []): boolean {
  return Object.values(record.volumes).every((volume) => record.volumeUse[volume] !== "data" || force.includes(volume));
}

/** Whether the node has data on a volume that the configuration does not use. The volume is kept, but the node starts without it. */
export function leavesData(machine: Machine, { record }: NodeRun, configuration: string): boolean {
  if (record.configuration === undefined) return false;
  const paths = volumePaths(machine, record.podType, configuration);
  const gone = volumePaths(machine, record.podType, record.configuration).filter((path) => !paths.includes(path));
  return gone.some((path) => record.volumeUse[record.volumes[path] ?? ""] === "data");
}

function volumePaths({ state }: Machine, podType: string, configuration: string): readonly string[] {
  return specOf(state, podType, configuration)["task-specs"].flatMap((task) =>
    task["resource-set"]["volume-specifications"].map((volume) => volume["container-path"]),
  );
}

/** Applies the engine's answer to the question whether a stopped node's volumes may be deleted. */
export function onMayLose(machine: Machine, node: NodeRun, answer: Readiness): void {
  const { operation } = node.record;
  if (operation?.stage !== "lose") return;
  if (answer.ready) {
    // What is lost may differ from what the engine foresaw before the node was stopped.
    if (answer.note !== undefined) for (const step of node.steps) step.note = answer.note;
    launchNode(machine, node);
  } else if (operation.lost === undefined) keepVolumes(machine, node);
  else setAmiss(machine, node, "unready", answer.reason);
}

/**
 * Launches a node on its current volumes instead of deleting them. The step that has to delete the volumes waits until the engine agrees.
 */
export function keepVolumes(machine: Machine, node: NodeRun): void {
  const { operation } = node.record;
  if (operation?.stage !== "lose" || operation.lost !== undefined) return;
  resetReplaceSteps(machine, node);
  operation.fresh = false;
  delete operation.leaves;
  launchNode(machine, node);
}

function resetReplaceSteps(machine: Machine, node: NodeRun): void {
  for (const step of [...node.steps]) if (/^(replace|leave)$/.test(step.record.action.type)) resetStep(machine, step);
  // A leaving node is not replaced any more.
  if (node.record.leaving !== undefined) dropRequests(machine, node);
}

/** Applies the engine's answer to the question whether a node may be launched. */
export function onMayStart(machine: Machine, node: NodeRun, answer: Readiness): void {
  const { operation } = node.record;
  if (operation?.stage !== "start") return;
  if (!answer.ready) {
    setAmiss(machine, node, "unready", answer.reason);
    return;
  }
  operation.stage = "launch";
  machine.state.epoch++;
  node.unready = undefined;
  launchNext(machine, node);
}

/** Delays the launch of a node. */
export function delayNode(machine: Machine, node: NodeRun, milliseconds: number): void {
  const { operation } = node.record;
  if (!operation) return;
  operation.stage = "delay";
  operation.retryAt = machine.now() + milliseconds;
  touchNode(machine, node);
}

/**
 * Returns the configuration to launch, which is the one that was already chosen for the node. If the target configuration has the same pod
 * spec for the node, the target configuration is used instead, so that the node counts as up to date.
 */
function latestSame({ state }: Machine, { record }: NodeRun): string {
  const { target } = state.record;
  // A node that has never run has no configuration to keep.
  if (record.configuration === undefined) return target;
  const wanted = record.operation?.configuration ?? record.wanted;
  return isSame(state, record.podType, wanted, target) ? target : wanted;
}

/** Launches a node that has no running tasks: first its one-shot tasks that have not yet run on its volumes, then its long-running task. */
function launchNode(machine: Machine, node: NodeRun): void {
  const { record } = node;
  const { operation } = record;
  if (!operation) return;
  if (operation.fresh || operation.lost !== undefined) {
    dropSidecars(machine, (_, other) => other === node);
    detach(node);
  }
  if (operation.leaves) {
    depart(machine, node, operation);
    return;
  }
  operation.fresh = false;
  operation.stage = !operation.idle && machine.asksToStart() ? "start" : "launch";
  operation.since = machine.now();
  delete operation.lost;
  delete operation.force;
  delete operation.retryAt;
  record.wanted = operation.configuration;
  record.configuration = operation.configuration;
  addVolumes(machine, node);
  setState(machine, node, "starting");
  if (operation.stage === "launch") launchNext(machine, node);
}

function detach({ record }: NodeRun): void {
  record.left.push(...Object.values(record.volumes));
  record.volumes = {};
  record.volumeUse = {};
  record.done = [];
  record.tasks = [];
  if (record.placement) {
    record.avoid = record.placement.agent;
    if (record.wasReady ?? record.readyAt !== undefined) record.replaced = record.placement;
  }
  record.wasReady = false;
  delete record.placement;
}

/** Resets the record of a departing node: its tasks have ended, and its volumes are being deleted. */
function depart(machine: Machine, node: NodeRun, operation: NodeOperation): void {
  const { record } = node;
  operation.stage = "left";
  delete record.configuration;
  delete record.replaced;
  delete record.avoid;
  delete record.excused;
  delete record.readyAt;
  record.deaths = 0;
  setState(machine, node, "absent");
}

/** Removes a node that has left. If a newer definition wants the node again, a new node is added. */
export function onLeft(machine: Machine, node: NodeRun, answer: Readiness): void {
  const { record } = node;
  if (record.operation?.stage !== "left") return;
  if (!answer.ready) {
    setAmiss(machine, node, "unready", answer.reason);
    return;
  }
  delete record.operation;
  delete record.leaving;
  for (const step of [...node.steps]) completeStep(machine, step);
  const count = targetSpecs(machine.state).find(({ type }) => type === record.podType)?.count ?? 0;
  if (record.index < count) setState(machine, node, "absent");
  else removeNode(machine, node);
}

function addVolumes(machine: Machine, { record }: NodeRun): void {
  for (const path of volumePaths(machine, record.podType, record.wanted)) record.volumes[path] ??= `${record.id}__${machine.uuid()}`;
}

/** Launches the node's first task that is not done. */
export function launchNext(machine: Machine, node: NodeRun): void {
  const { record } = node;
  const task = record.operation?.idle ? PAUSE : nextTask(machine, node);
  const launched: TaskRecord = {
    task,
    taskId: `${record.id}-${task}__${machine.uuid()}`,
    configuration: record.wanted,
    state: "launching",
    at: timestamp(machine),
  };
  const environment = task === PAUSE ? undefined : machine.environment(node, task);
  if (environment !== undefined) launched.environment = environment;
  record.tasks = [...record.tasks.filter((other) => other.task !== task && other.task !== PAUSE), launched];
  machine.state.tasks.set(launched.taskId, node);
  touchNode(machine, node);
}

function nextTask(machine: Machine, node: NodeRun): string {
  const sequence = machine.sequence(node);
  const next = sequence.find((task) => !node.record.done.includes(task)) ?? sequence.at(-1);
  if (next === undefined) throw new Error(`${node.record.id} has no task to run`);
  return next;
}

/** The engine's answer about a node that is starting. */
export type StartReadiness = Readiness & {
  /** Set if the node already serves clients, and only the engine's work after the launch is unfinished. */
  readonly serves?: boolean;
};

/** Applies the engine's answer to the question whether a starting node is ready. A start that can never succeed counts as a failure. */
export function onReadiness(machine: Machine, node: NodeRun, answer: StartReadiness): void {
  const { operation } = node.record;
  if (operation?.stage !== "ready") return;
  node.serves = answer.serves;
  if (answer.ready) becomeReady(machine, node);
  else if (!answer.failed) setAmiss(machine, node, "unready", answer.reason);
  else {
    operation.stage = "stop";
    operation.failed = answer.reason;
    setState(machine, node, "stopping");
  }
}

function becomeReady(machine: Machine, node: NodeRun): void {
  const { record } = node;
  delete record.operation;
  delete record.excused;
  record.readyAt = machine.now();
  record.wasReady = true;
  delete record.replaced;
  setState(machine, node, "running");
  for (const step of [...node.steps]) {
    if (isReached(machine, step)) completeStep(machine, step);
    else resetStep(machine, step);
  }
  // A failed step of the rollout becomes complete if its node runs with the configuration after all. The rollout then continues.
  for (const step of machine.state.plans.get("deploy")?.failed ?? []) {
    if (step.node === node && isReached(machine, step)) completeStep(machine, step);
  }
}

/** Whether a running node has reached the step's goal. It never has for a departure, which another operation has replaced. */
function isReached({ state }: Machine, { record: { action }, node }: StepRun): boolean {
  if (action.type !== "update") return action.type !== "leave";
  return node !== undefined && isSame(state, node.record.podType, node.record.configuration, action.configuration);
}
