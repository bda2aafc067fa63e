import { avoidedTypes, isOneShot, type PodSpec } from "@reeve/scheduler-models";
import { taskUser } from "../definition/common.ts";
import { specOf } from "../machine/node.ts";
import type { InstanceState, NodeRun } from "../machine/run.ts";
import { taskSpecOf } from "../pause.ts";
import type { LaunchRequest } from "../runtime.ts";
import type { TaskRecord } from "../state/records.ts";
import { GRACE } from "../timing.ts";

/** All that a runtime needs to start a task. */
export function launchRequest(
  state: InstanceState,
  { record }: NodeRun,
  task: TaskRecord,
  peers: Readonly<Record<string, string>>,
): LaunchRequest {
  const spec = specOf(state, record.podType, task.configuration);
  const taskSpec = taskSpecOf(spec, task.task);
  if (!taskSpec) throw new Error(`${record.podType} has no task ${task.task}`);
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
      TASK_USER: spec.user || taskUser(state.record.definition),
      ...peers,
    },
    volumes: { ...record.volumes },
    ...(record.placement === undefined ? {} : { on: record.placement }),
    avoid: record.placement === undefined ? agentsToAvoid(state, record.avoid, spec) : [],
    grace: GRACE,
  };
}

/** The agent that it was replaced from, above all; then those where pods are that its placement keeps it from. */
function agentsToAvoid(state: InstanceState, replaced: string | undefined, spec: PodSpec): readonly string[] {
  const agents = new Set(replaced === undefined ? [] : [replaced]);
  const types = new Set(avoidedTypes(spec));
  for (const { record } of state.nodes.values()) {
    if (types.has(record.podType) && record.placement) agents.add(record.placement.agent);
  }
  return [...agents];
}
