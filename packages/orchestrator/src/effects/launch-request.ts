import { isOneShot } from "@reeve/scheduler-models";
import { taskUser } from "../definition/common.ts";
import type { Environment, Secrets } from "../engine.ts";
import type { Machine } from "../machine/machine.ts";
import { specOf } from "../machine/node.ts";
import type { NodeRun } from "../machine/run.ts";
import { taskSpecOf } from "../pause.ts";
import type { HealthCheck, LaunchRequest } from "../runtime.ts";
import type { TaskRecord } from "../state/records.ts";

/** All that a runtime needs to start a task. */
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
  const user = spec.user || taskUser(state.record.definition);
  return {
    taskId: task.taskId,
    node: record.id,
    podType: record.podType,
    task: task.task,
    oneShot: isOneShot(taskSpec),
    command: taskSpec["command-spec"],
    resources: taskSpec["resource-set"],
    files: taskSpec["config-files"] ?? [],
    environment: {
      FRAMEWORK_NAME: state.record.name,
      POD_INSTANCE_INDEX: String(record.index),
      TASK_NAME: `${record.id}-${task.task}`,
      TASK_USER: user,
      ...environment,
    },
    secrets,
    volumes: Object.fromEntries(
      Object.entries(record.volumes).map(([path, name]) => [path, { name, kept: name in record.volumeUse }]),
    ),
    ...(record.placement === undefined ? {} : { on: record.placement }),
    identity: record.identity ?? { host: "", ports: {} },
    placementRule: spec["placement-rule"] ?? null,
    ...(record.avoid === undefined ? {} : { avoid: record.avoid }),
    container: spec.container ?? null,
    uris: spec.uris,
    user,
    readinessCheck: taskSpec["readiness-check-spec"] ?? null,
    healthCheck: (taskSpec["health-check-spec"] ?? null) as HealthCheck | null,
    grace: limits(record.podType).grace,
  };
}
