import type { PodSpec, TaskSpec } from "@reeve/scheduler-models";

/** The task that idles in a paused node. A runtime that has a better way to idle than its command knows it by this name. */
export const PAUSE = "pause";

/**
 * The specification of a task of a pod, by its name. The task of a paused node has that of the one that it idles instead of, with a command that
 * does nothing until it is stopped.
 */
export function taskSpecOf({ "task-specs": specs }: PodSpec, task: string): TaskSpec | undefined {
  if (task !== PAUSE) return specs.find(({ name }) => name === task);
  const idled = specs.find(({ goal }) => goal === "RUNNING");
  return idled && { ...idled, name: PAUSE, "command-spec": { ...idled["command-spec"], value: IDLE } };
}

const IDLE = "while true; do sleep 3600; done";
