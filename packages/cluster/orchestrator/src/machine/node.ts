import { formatNodeId, type NodeId, type PodSpec } from "@reeve/scheduler-models";
import type { NodeChange } from "../engine.ts";
import type { NodeState, NodeView } from "../instance.ts";
import type { Identity } from "../runtime.ts";
import type { NodeRecord, TaskRecord } from "../state/records.ts";
import type { InstanceState, Machine, NodeRun, Undeleted } from "./machine.ts";
import { refresh } from "./step.ts";

/** Makes a node that was never launched. */
export function newNode(id: NodeId, configuration: string): NodeRun {
  const record: NodeRecord = {
    id: formatNodeId(id),
    podType: id.type,
    index: id.index,
    wanted: configuration,
    state: "absent",
    volumes: {},
    volumeUse: {},
    done: [],
    tasks: [],
    left: [],
    wasReady: false,
    deaths: 0,
  };
  return { record, steps: new Set() };
}

export function addNode(state: InstanceState, node: NodeRun): void {
  state.nodes.set(node.record.id, node);
  for (const { taskId } of liveTasks(node)) state.tasks.set(taskId, node);
  for (const { taskId, state: taskState } of node.record.sidecars ?? []) {
    if (taskState === "launching" || taskState === "running") state.tasks.set(taskId, node);
  }
  updateDown(state, node);
}

export function removeNode(machine: Machine, node: NodeRun): void {
  const { state, changes } = machine;
  const { id } = node.record;
  state.nodes.delete(id);
  state.down.delete(node);
  state.failed.delete(node);
  state.epoch++;
  changes.nodes.add(node);
  changes.removed.add(nodeKey(id));
  changes.shown = true;
}

export const nodeKey = (id: string) => `node/${id}`;

export function setState(machine: Machine, node: NodeRun, state: NodeState, reason?: string): void {
  node.record.state = state;
  if (reason === undefined) delete node.record.reason;
  else node.record.reason = reason;
  node.unready = undefined;
  node.serves = undefined;
  node.unhealthy = undefined;
  node.unseen = undefined;
  node.unserving = undefined;
  machine.state.epoch++;
  updateDown(machine.state, node);
  touchNode(machine, node);
}

export function touchNode(machine: Machine, node: NodeRun): void {
  machine.changes.nodes.add(node);
  showNode(machine, node);
}

/** Invalidates the cached views of a node and its steps. */
function showNode(machine: Machine, node: NodeRun): void {
  node.view = undefined;
  machine.changes.shown = true;
  for (const step of node.steps) refresh(step, machine.changes);
}

/** Sets what is amiss with a node. This is shown but not stored, because the service learns it again after a restart. */
export function setAmiss(
  machine: Machine,
  node: NodeRun,
  what: "unready" | "unhealthy" | "unseen" | "unserving" | "full",
  reason: string | undefined,
): void {
  if (node[what] === reason) return;
  node[what] = reason;
  // A node that cannot be seen counts as down.
  if (what === "unseen") {
    machine.state.epoch++;
    updateDown(machine.state, node);
  }
  showNode(machine, node);
}

/** Sets which volume of the node cannot be deleted yet, and why. This is shown but not stored. */
export function setUndeleted(machine: Machine, node: NodeRun, undeleted: Undeleted | undefined): void {
  node.undeleted = undeleted;
  showNode(machine, node);
}

/** Why a node has to be restarted although its task runs: it hangs, or it serves neither clients nor peers. */
export function needsRestart({ unhealthy, unserving }: NodeRun): string | undefined {
  return unhealthy ?? unserving;
}

/** Says why a volume that the node has left is not deleted; undefined if there is no such volume. */
export function whyUndeleted({ undeleted }: NodeRun): string | undefined {
  return undeleted && `its old volume ${undeleted.volume} cannot be deleted yet: ${undeleted.reason}`;
}

export function excuse(machine: Machine, node: NodeRun): void {
  node.record.excused = true;
  updateDown(machine.state, node);
  touchNode(machine, node);
}

function updateDown({ down, failed }: InstanceState, node: NodeRun): void {
  const { state, configuration, excused, operation } = node.record;
  // A node that has left counts as down until the engine's work after its departure is done.
  const wasThere = configuration !== undefined || operation?.stage === "left";
  // A node that cannot be seen may have failed, so no other node may be stopped meanwhile.
  const isDown = (state !== "running" || node.unseen !== undefined) && wasThere && !excused;
  if (isDown) down.add(node);
  else down.delete(node);
  if (state === "failed") failed.add(node);
  else failed.delete(node);
}

export function liveTasks({ record }: NodeRun): readonly TaskRecord[] {
  return record.tasks.filter(isLive);
}

function isLive({ state }: TaskRecord): boolean {
  return state === "launching" || state === "waiting" || state === "running";
}

/** Whether a task of the node is running. A task that is waiting or being launched does not count. */
export function hasStarted({ record }: NodeRun): boolean {
  return record.tasks.some(({ state }) => state === "running");
}

/** Whether the node is launching, waiting for its launch, or getting ready. */
export function isComing({ record: { state, operation } }: NodeRun): boolean {
  return state === "starting" && operation !== undefined && operation.stage !== "lose";
}

/** Whether a node's launch is waiting for something. Any newer change may replace such a launch. */
function isWaiting(node: NodeRun): boolean {
  return node.unready !== undefined && !hasStarted(node);
}

/** Whether a node gets ready as expected: its launch does not wait, has not failed and is in time. A newer change does not stop it. */
export function isGettingReady(machine: Machine, node: NodeRun): boolean {
  const { operation, podType } = node.record;
  if (operation === undefined || operation.failures > 0 || !isComing(node) || isWaiting(node)) return false;
  // The difference is negative if the clock was set back. A large negative difference also counts as too late.
  return Math.abs(machine.now() - operation.since) < machine.limits(podType).gettingReady * 1000;
}

/** Called when no step waits for the node's launch any more. A newer change may then stop the node. */
export function expectNoMore(machine: Machine, node: NodeRun): void {
  if (node.record.operation) node.record.operation.since = 0;
  touchNode(machine, node);
}

/** The pod spec of a node in a configuration. */
export function specOf(state: InstanceState, podType: string, configuration: string): PodSpec {
  const spec = state.configurations.get(configuration)?.podSpecs.find(({ type }) => type === podType);
  if (!spec) throw new Error(`the configuration ${configuration} has no ${podType}`);
  return spec;
}

export function viewOfNode(state: InstanceState, node: NodeRun): NodeView {
  node.view ??= viewNow(state, node);
  return node.view;
}

/** The identity of a new node until the runtime has assigned one. */
const UNKNOWN: Identity = { host: "", ports: {} };

function viewNow(state: InstanceState, node: NodeRun): NodeView {
  const { record, unready, unseen } = node;
  const leaves = record.leaving && "it is being decommissioned, because the definition has fewer nodes";
  const amiss = record.reason ?? unready ?? needsRestart(node) ?? unseen;
  const reason = withDisk(amiss, node) ?? whyUndeleted(node) ?? leaves;
  return {
    id: record.id,
    podType: record.podType,
    index: record.index,
    spec: specOf(state, record.podType, record.wanted),
    configuration: record.configuration,
    state: record.state,
    ...(reason === undefined ? {} : { reason }),
    identity: record.identity ?? UNKNOWN,
    placement: record.placement,
    ...(record.replaced === undefined ? {} : { replaced: record.replaced }),
    ...(record.leaving === undefined ? {} : { leaving: true }),
    volumes: { ...record.volumes },
    done: [...record.done],
    tasks: record.tasks.map(({ environment: _, ...task }) => ({ ...task, placement: task.placement })),
  };
}

/** Adds to a reason that the node's disk has no room, which is often the cause. */
function withDisk(reason: string | undefined, { full }: NodeRun): string | undefined {
  return reason === undefined || full === undefined ? (reason ?? full) : `${reason}; ${full}`;
}

/** The kind of change that the node's current launch is part of. */
export function changeOf({ record }: NodeRun): Exclude<NodeChange, "leave"> {
  if (record.replaced !== undefined) return "replace";
  return (record.wasReady ?? record.readyAt !== undefined) ? "update" : "join";
}

/** Describes what the node is doing, as the predicate of a sentence: `broker-0 hangs`. */
export function doing(node: NodeRun): string {
  const { record, unready, unhealthy, unserving, unseen, full } = node;
  const { state, operation, reason } = record;
  switch (state) {
    case "absent":
      return operation?.stage === "left"
        ? `has left${unready ? `: ${unready}` : `; ${whyUndeleted(node) ?? "its volumes are being deleted"}`}`
        : "has not been launched";
    case "starting": {
      if (operation?.stage === "ready" || unready) {
        const waitsFor = withDisk(unready, node);
        return `is starting${waitsFor === undefined ? "" : `: ${waitsFor}`}`;
      }
      const at = record.tasks.find(isLive);
      const what = at === undefined ? "is being launched" : `is starting its task ${at.task}`;
      return full === undefined ? what : `${what}: ${full}`;
    }
    case "running":
      if (unhealthy !== undefined) return `hangs: ${withDisk(unhealthy, node)}`;
      if (unserving !== undefined) return `does not serve: ${withDisk(unserving, node)}`;
      return unseen === undefined ? "runs" : `may not run: ${unseen}`;
    case "stopping":
      if (operation?.stage === "lose") return `is stopped${unready ? `: ${unready}` : ""}`;
      return `is being stopped${unhealthy === undefined ? "" : `: ${unhealthy}`}`;
    case "paused":
      return "is paused; restart it to continue";
    case "failed": {
      if (operation?.stage === "lose") return `failed: ${unready ?? reason ?? "its volume is lost"}`;
      const why = withDisk(reason ?? "the task ended", node);
      return operation?.retryAt === undefined
        ? `failed: ${why}`
        : `failed: ${why}; it is launched again at ${new Date(operation.retryAt).toISOString()}`;
    }
  }
}
