import { isOneShot } from "@reeve/scheduler-models";
import { PAUSE } from "../pause.ts";
import type { Placement } from "../runtime.ts";
import type { TaskRecord } from "../state/records.ts";
import { type Machine, timestamp } from "./machine.ts";
import { liveTasks, setState, specOf, touchNode } from "./node.ts";
import type { NodeRun } from "./run.ts";
import { isSame } from "./specs.ts";

/** What is wanted of a node. */
export interface Intention {
  /** By default the one that it has. */
  readonly configuration?: string;
  /** Give up its volumes and its agent. */
  readonly fresh?: boolean;
  /** Idle, for debugging. */
  readonly idle?: boolean;
  /** Milliseconds to let it be before it is launched. */
  readonly delay?: number;
}

/**
 * Begins to do something with a node: what runs is stopped, then it is launched. Whoever may take it down has been asked before. What
 * was begun and has not come to the launch is taken along: a replace that an update overtakes still gives up the volumes.
 */
export function beginOperation(
  machine: Machine,
  node: NodeRun,
  { configuration, fresh = false, idle = false, delay = 0 }: Intention,
): void {
  const { record } = node;
  const unfinished = record.operation?.fresh ?? false;
  record.operation = {
    configuration: configuration ?? latestSame(machine, node),
    idle,
    fresh: fresh || unfinished,
    stage: "stop",
    since: machine.now(),
    failures: 0,
  };
  if (liveTasks(node).length > 0) setState(machine, node, "stopping");
  else if (delay > 0) delayNode(machine, node, delay);
  else launchNode(machine, node);
}

/** Lets a node be for a while before it is launched. */
export function delayNode(machine: Machine, node: NodeRun, milliseconds: number): void {
  const { operation } = node.record;
  if (!operation) return;
  operation.stage = "delay";
  operation.retryAt = machine.now() + milliseconds;
  touchNode(machine, node);
}

/** A node that needs nothing new is named after the newest configuration when it is launched. */
function latestSame({ state }: Machine, { record }: NodeRun): string {
  const { target } = state.record;
  // One that never ran has nothing to be faithful to.
  if (record.configuration === undefined) return target;
  const wanted = record.operation?.configuration ?? record.wanted;
  return isSame(state, record.podType, wanted, target) ? target : wanted;
}

/** Launches a node of which nothing runs: its one-shot tasks that were not done on its volumes, then the one that stays. */
export function launchNode(machine: Machine, node: NodeRun): void {
  const { record } = node;
  const { operation } = record;
  if (!operation) return;
  if (operation.fresh) giveUpAllocation(node);
  operation.fresh = false;
  operation.stage = "launch";
  operation.since = machine.now();
  delete operation.retryAt;
  record.wanted = operation.configuration;
  record.configuration = operation.configuration;
  addVolumes(machine, node);
  setState(machine, node, "starting");
  launchNext(machine, node);
}

function giveUpAllocation({ record }: NodeRun): void {
  record.left.push(...Object.values(record.volumes));
  record.volumes = {};
  record.done = [];
  record.tasks = [];
  if (record.placement) record.avoid = record.placement.agent;
  delete record.placement;
}

function addVolumes(machine: Machine, { record }: NodeRun): void {
  const paths = specOf(machine.state, record.podType, record.wanted)["task-specs"].flatMap((task) =>
    task["resource-set"]["volume-specifications"].map((volume) => volume["container-path"]),
  );
  for (const path of paths) record.volumes[path] ??= `${record.id}__${machine.uuid()}`;
}

function launchNext(machine: Machine, node: NodeRun): void {
  const { record } = node;
  const task = record.operation?.idle ? PAUSE : nextTask(machine, node);
  const launched: TaskRecord = {
    task,
    taskId: `${record.id}-${task}__${machine.uuid()}`,
    configuration: record.wanted,
    state: "launching",
    at: timestamp(machine),
  };
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

/** The runtime said where a task landed. */
export function taskPlaced(machine: Machine, node: NodeRun, task: TaskRecord, placement: Placement): void {
  task.placement = placement;
  node.record.placement = placement;
  delete node.record.avoid;
  touchNode(machine, node);
}

/** A task runs. */
export function taskRuns(machine: Machine, node: NodeRun, task: TaskRecord, placement: Placement, at: string): void {
  const { record } = node;
  task.state = "running";
  task.at = at;
  taskPlaced(machine, node, task, placement);
  if (
    record.state !== "starting" ||
    !record.operation ||
    isOneShotTask(machine, record.podType, task.configuration, task.task)
  )
    return;
  record.operation.stage = "ready";
  node.unready = undefined;
  touchNode(machine, node);
}

/** A one-shot task ended well: what comes next is launched. */
export function taskDone(machine: Machine, node: NodeRun, task: TaskRecord): void {
  node.record.done.push(task.task);
  launchNext(machine, node);
}

export function isOneShotTask({ state }: Machine, podType: string, configuration: string, task: string): boolean {
  const spec = specOf(state, podType, configuration)["task-specs"].find(({ name }) => name === task);
  return spec !== undefined && isOneShot(spec);
}
