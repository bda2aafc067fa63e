import { isOneShot, type PodSpec } from "@reeve/scheduler-models";
import { taskUser } from "../definition/common.ts";
import type { InstanceDefinition } from "../definition/instance-definition.ts";
import type { Environment, Secrets } from "../engine.ts";
import type { Machine } from "../machine/machine.ts";
import { specOf } from "../machine/node.ts";
import type { InstanceState, NodeRun } from "../machine/run.ts";
import { taskSpecOf } from "../pause.ts";
import type { HealthCheck, LaunchRequest } from "../runtime.ts";
import type { NodeRecord, SidecarRecord, TaskRecord } from "../state/records.ts";
import type { TaskAtNode } from "../work.ts";

/** Makes the request with which a runtime starts a node's task. */
export function launchRequest(
  { state, limits }: Machine,
  { record }: NodeRun,
  task: TaskRecord,
  environment: Environment,
  secrets: Secrets,
): LaunchRequest {
  const spec = specOf(state, record.podType, task.configuration);
  const taskSpec = taskSpecOf(spec, task.task);
  if (!taskSpec) throw new Error(`${record.podType} has no task ${task.task}`);
  return {
    ...common(state, record, spec, task.task),
    taskId: task.taskId,
    oneShot: isOneShot(taskSpec),
    command: taskSpec["command-spec"],
    resources: taskSpec["resource-set"],
    files: taskSpec["config-files"] ?? [],
    environment: { ...named(state, record, spec, task.task), ...environment },
    secrets,
    volumes: Object.fromEntries(
      Object.entries(record.volumes).map(([path, name]) => [path, { name, kept: name in record.volumeUse }]),
    ),
    ...(record.avoid === undefined ? {} : { avoid: record.avoid }),
    readinessCheck: taskSpec["readiness-check-spec"] ?? null,
    healthCheck: (taskSpec["health-check-spec"] ?? null) as HealthCheck | null,
    grace: limits(record.podType).grace,
  };
}

/** Makes the request with which a runtime starts a sidecar task. */
export function sidecarRequest(
  { state, limits }: Machine,
  { record }: NodeRun,
  { taskId }: SidecarRecord,
  { key, command, files = [], secrets = {} }: TaskAtNode,
): LaunchRequest {
  const spec = specOf(state, record.podType, record.wanted);
  const [own] = spec["task-specs"];
  return {
    ...common(state, record, spec, key),
    taskId,
    oneShot: true,
    sidecar: true,
    command,
    resources: {
      id: key,
      "resource-specifications": [],
      "volume-specifications": own?.["resource-set"]["volume-specifications"] ?? [],
    },
    files,
    environment: named(state, record, spec, key),
    secrets,
    volumes: Object.fromEntries(Object.entries(record.volumes).map(([path, name]) => [path, { name, kept: true }])),
    readinessCheck: null,
    healthCheck: null,
    grace: limits(record.podType).grace,
  };
}

/** Returns the fields that launch requests for nodes and for sidecar tasks have in common. */
function common({ record: { definition } }: InstanceState, record: NodeRecord, spec: PodSpec, task: string) {
  return {
    node: record.id,
    podType: record.podType,
    task,
    ...(record.placement === undefined ? {} : { on: record.placement }),
    identity: record.identity ?? { host: "", ports: {} },
    placementRule: spec["placement-rule"] ?? null,
    container: spec.container ?? null,
    uris: spec.uris,
    user: userOf(spec, definition),
  };
}

/** Returns the environment variables that every task gets. */
function named(state: InstanceState, record: NodeRecord, spec: PodSpec, task: string): Environment {
  return {
    FRAMEWORK_NAME: state.record.name,
    POD_INSTANCE_INDEX: String(record.index),
    TASK_NAME: `${record.id}-${task}`,
    TASK_USER: userOf(spec, state.record.definition),
  };
}

const userOf = (spec: PodSpec, definition: InstanceDefinition) => spec.user || taskUser(definition);
