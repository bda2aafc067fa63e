import type { PodSpec, TaskSpec } from "@reeve/scheduler-models";

/** The task that idles in a paused node. A runtime with a better way to idle than its command recognises it by this name. */
export const PAUSE = "pause";

/** The spec of a pod's task, by name. A paused node's task has the spec of the one it replaces, with a command that idles until it is stopped. */
export function taskSpecOf({ "task-specs": specs }: PodSpec, task: string): TaskSpec | undefined {
  if (task !== PAUSE) return specs.find(({ name }) => name === task);
  const idled = specs.find(({ goal }) => goal === "RUNNING");
  return idled && { ...idled, name: PAUSE, "command-spec": { ...idled["command-spec"], value: IDLE } };
}

const IDLE = "while true; do sleep 3600; done";
