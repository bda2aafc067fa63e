import { avoidedTypes, type CommandSpec, isOneShot, type PodSpec } from "@reeve/scheduler-models";
import { specOf } from "../machine/node.ts";
import { PAUSE } from "../machine/operation.ts";
import type { InstanceState, NodeRun } from "../machine/run.ts";
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
  const paused = task.task === PAUSE;
  // A paused node keeps the files, resources and volumes of the task that it idles instead of.
  const taskSpec = spec["task-specs"].find(({ name, goal }) => (paused ? goal === "RUNNING" : name === task.task));
  if (!taskSpec) throw new Error(`${record.podType} has no task ${task.task}`);
  return {
    taskId: task.taskId,
    node: record.id,
    podType: record.podType,
    task: task.task,
    oneShot: !paused && isOneShot(taskSpec),
    command: paused ? idle(taskSpec["command-spec"]) : taskSpec["command-spec"],
    resources: taskSpec["resource-set"],
    files: taskSpec["config-files"] ?? [],
    environment: {
      FRAMEWORK_NAME: state.record.name,
      POD_INSTANCE_INDEX: String(record.index),
      TASK_NAME: `${record.id}-${task.task}`,
      TASK_USER: spec.user || state.record.definition.user || "root",
      ...peers,
    },
    volumes: { ...record.volumes },
    ...(record.placement === undefined ? {} : { on: record.placement }),
    avoid: record.placement === undefined ? agentsToAvoid(state, record.avoid, spec) : [],
    grace: GRACE,
  };
}

/**
 * What a paused node runs: nothing, until it is stopped. A runtime that has a better way to idle than this command knows the task by its
 * name, `pause`.
 */
function idle(command: CommandSpec): CommandSpec {
  return { ...command, value: "while true; do sleep 3600; done" };
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
