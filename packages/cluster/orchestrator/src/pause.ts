import type { PodSpec, TaskSpec } from "@reeve/scheduler-models";

/** The name of the task that idles in a paused node. Some runtimes recognise this name, and idle without running a command. */
export const PAUSE = "pause";

/**
 * Returns the spec of a pod's task. The idle task has the same spec as the long-running task that it replaces, except that its command
 * idles until the task is stopped.
 */
export function taskSpecOf({ "task-specs": specs }: PodSpec, task: string): TaskSpec | undefined {
  if (task !== PAUSE) return specs.find(({ name }) => name === task);
  const idled = specs.find(({ goal }) => goal === "RUNNING");
  return idled && { ...idled, name: PAUSE, "command-spec": { ...idled["command-spec"], value: IDLE } };
}

/** The name by which users know a task: the idle task of a paused node has the name of the long-running task that it replaces. */
export function knownTaskName(spec: PodSpec, task: string): string {
  return (task === PAUSE && spec["task-specs"].find(({ goal }) => goal === "RUNNING")?.name) || task;
}

const IDLE = "while true; do sleep 3600; done";
