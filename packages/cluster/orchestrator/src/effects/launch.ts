import { createHash } from "node:crypto";
import { isOneShot, type PodSpec } from "@reeve/scheduler-models";
import { taskUser } from "../definition/common.ts";
import type { Cluster, Environment, Secrets } from "../engine.ts";
import type { NodeView } from "../instance.ts";
import { type Machine, type NodeRun, timestamp } from "../machine/machine.ts";
import { specOf, touchNode, viewOfNode } from "../machine/node.ts";
import { launchWaits, onTaskState } from "../machine/node-events.ts";
import { reasonOf } from "../messages.ts";
import { taskSpecOf } from "../pod-specs.ts";
import type { HealthCheck, LaunchRequest } from "../runtime.ts";
import type { NodeRecord, SidecarRecord, TaskRecord } from "../state/records.ts";
import { ANSWER_TIMEOUT } from "../timing.ts";
import type { TaskAtNode } from "../work.ts";
import type { NodeEffects } from "./nodes.ts";

interface Launch {
  readonly effects: NodeEffects;
  readonly node: NodeRun;
  readonly task: TaskRecord;
  readonly signal: AbortSignal;
  /** Cancels the timer after which the request is sent again. */
  cancelAgain: () => void;
}

/** Prepares a task and then sends it to the runtime. Cancels the launch when the state requires another action. */
export function launchTask(effects: NodeEffects, node: NodeRun, key: string, task: TaskRecord): void {
  const { machine, event, inProgress, sent } = effects;
  const controller = new AbortController();
  const launch: Launch = { effects, node, task, signal: controller.signal, cancelAgain: () => undefined };
  const entry = {
    key,
    cancel: () => {
      launch.cancelAgain();
      // A task may run before the runtime has answered the launch request. In that case, the request is aborted only if the node is being
      // stopped.
      if (task.state !== "running" || node.record.state === "stopping") controller.abort();
    },
  };
  const failed = (error: unknown): void => {
    if (isOver(launch)) return;
    const at = timestamp(machine);
    event(() => onTaskState(machine, { taskId: task.taskId, at, state: "failed", reason: reasonOf(error) }));
  };
  const done = () => {
    launch.cancelAgain();
    if (inProgress.get(node) !== entry) return;
    inProgress.delete(node);
    effects.reconcileStored(node);
  };
  inProgress.set(node, entry);
  new Promise<void>((resolve) => resolve(prepare(launch))).then(() => void sent.add(key), failed).then(done);
}

/** If the task needs no preparation, the launch is sent at once. */
function prepare(launch: Launch): Promise<void> | undefined {
  const { effects, node, task, signal } = launch;
  const { machine, cluster, agents, event } = effects;
  const view = viewOfNode(machine.state, node);
  const known = cluster.environment(view, task.task);
  const report = (waitsFor: string) => isOver(launch) || event(() => launchWaits(machine, node, waitsFor));
  const prepared = cluster.prepare?.(view, task.task, { signal, report, ...(agents.images && { image: true }) });
  if (!prepared) return addSecrets(launch, known);
  return prepared.then((more) => (isOver(launch) ? undefined : addSecrets(launch, { ...known, ...more })));
}

function addSecrets(launch: Launch, environment: Environment): Promise<void> | undefined {
  const { effects, node, task } = launch;
  const own = effects.cluster.secrets?.(viewOfNode(effects.machine.state, node), task.task) ?? {};
  const ofSettings = effects.settingSecrets(node, task);
  if (!ofSettings && !(own instanceof Promise)) return send(launch, environment, own);
  return Promise.all([own, ofSettings]).then(([made, read]) =>
    isOver(launch) ? undefined : send(launch, environment, { ...made, ...read }),
  );
}

function send(launch: Launch, environment: Environment, secrets: Secrets): Promise<void> {
  const { effects, node, task, signal } = launch;
  const request = launchRequest(effects.machine, node, task, environment, secrets);
  effects.sent.add(launchSent(task));
  return new Promise((resolve, reject) => {
    // Repeats the launch request until the runtime answers. This is safe, because a runtime starts no second task with the same id.
    const repeat = () => {
      launch.cancelAgain = effects.clock.after(ANSWER_TIMEOUT, repeat);
      effects.agents.launch(request, signal).then(resolve, reject);
    };
    repeat();
  });
}

function isOver({ signal, effects }: Launch): boolean {
  return signal.aborted || effects.closing.signal.aborted;
}

/** Returns the key that records that a launch request was sent to the runtime, even if the runtime has not answered yet. */
export function launchSent({ taskId }: TaskRecord): string {
  return `handed over ${taskId}`;
}

/**
 * Whether the node's peers have changed since the launch was decided. In that case, the task's new environment is stored before the launch.
 */
export function hasOtherPeers(machine: Machine, node: NodeRun, { task, environment }: TaskRecord): boolean {
  return environment !== undefined && environment !== (machine.environment(node, task) ?? environment);
}

export function noteEnvironment({ machine, event }: NodeEffects, node: NodeRun, task: TaskRecord): void {
  event(() => {
    const current = machine.environment(node, task.task);
    if (current !== undefined) task.environment = current;
    touchNode(machine, node);
  });
}

function launchRequest(machine: Machine, { record }: NodeRun, task: TaskRecord, environment: Environment, secrets: Secrets): LaunchRequest {
  const spec = specOf(machine.state, record.podType, task.configuration);
  const taskSpec = taskSpecOf(spec, task.task);
  if (!taskSpec) throw new Error(`${record.podType} has no task ${task.task}`);
  const common = commonOf(machine, record, spec, task.task);
  return {
    ...common,
    taskId: task.taskId,
    oneShot: isOneShot(taskSpec),
    command: taskSpec["command-spec"],
    resources: taskSpec["resource-set"],
    files: taskSpec["config-files"] ?? [],
    environment: { ...common.environment, ...environment },
    secrets,
    volumes: Object.fromEntries(Object.entries(record.volumes).map(([path, name]) => [path, { name, kept: name in record.volumeUse }])),
    ...(record.avoid === undefined ? {} : { avoid: record.avoid }),
    readinessCheck: taskSpec["readiness-check-spec"] ?? null,
    healthCheck: (taskSpec["health-check-spec"] ?? null) as HealthCheck | null,
  };
}

/** Makes the request with which a runtime starts a sidecar task. */
export function sidecarRequest(
  machine: Machine,
  { record }: NodeRun,
  { taskId }: SidecarRecord,
  { key, command, files = [], secrets = {} }: TaskAtNode,
): LaunchRequest {
  const spec = specOf(machine.state, record.podType, record.wanted);
  const [own] = spec["task-specs"];
  return {
    ...commonOf(machine, record, spec, key),
    taskId,
    oneShot: true,
    sidecar: true,
    command,
    resources: { id: key, "resource-specifications": [], "volume-specifications": own?.["resource-set"]["volume-specifications"] ?? [] },
    files,
    secrets,
    volumes: Object.fromEntries(Object.entries(record.volumes).map(([path, name]) => [path, { name, kept: true }])),
    readinessCheck: null,
    healthCheck: null,
  };
}

/** Returns what launch requests for nodes and for sidecar tasks have in common, with the environment variables that every task gets. */
function commonOf({ state, limits }: Machine, record: NodeRecord, spec: PodSpec, task: string) {
  const user = spec.user || taskUser(state.record.definition);
  return {
    node: record.id,
    podType: record.podType,
    task,
    ...(record.placement === undefined ? {} : { on: record.placement }),
    identity: record.identity ?? { host: "", ports: {} },
    placementRule: spec["placement-rule"] ?? null,
    container: spec.container ?? null,
    uris: spec.uris,
    user,
    environment: {
      FRAMEWORK_NAME: state.record.name,
      POD_INSTANCE_INDEX: String(record.index),
      TASK_NAME: `${record.id}-${task}`,
      TASK_USER: user,
    },
    grace: limits(record.podType).grace,
  };
}

/** A hash of the environment of a launch now; undefined if the engine cannot compute it. The launch then fails with its reason. */
export function environmentHash(cluster: Cluster, node: NodeView, task: string): string | undefined {
  try {
    const entries = Object.entries(cluster.environment(node, task)).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHash("sha256").update(JSON.stringify(entries)).digest("base64url").slice(0, 22);
  } catch {
    return undefined;
  }
}
