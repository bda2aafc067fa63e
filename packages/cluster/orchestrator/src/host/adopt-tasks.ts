import type { Clock } from "../clock.ts";
import type { InstanceState } from "../machine/run.ts";
import type { TaskState } from "../runtime.ts";

/** Marks waiting tasks that the runtime no longer knows, so that they are sent to the runtime again. */
export function launchAgain({ tasks }: InstanceState, known: readonly TaskState[]): void {
  const knownIds = new Set(known.map(({ taskId }) => taskId));
  for (const [taskId, { record }] of tasks) {
    const task = record.tasks.find((other) => other.taskId === taskId);
    if (task?.state === "waiting" && !knownIds.has(taskId)) task.state = "launching";
  }
}

/**
 * Returns the final states of tasks that were running when the service ended and that the runtime no longer knows. A task that was being
 * stopped is `stopped`; any other task is `failed`.
 */
export function lostTasks(state: InstanceState, known: readonly TaskState[], clock: Clock): readonly TaskState[] {
  const knownIds = new Set(known.map(({ taskId }) => taskId));
  const at = new Date(clock.now()).toISOString();
  return [...state.tasks].flatMap(([taskId, { record }]): readonly TaskState[] => {
    const task = [...record.tasks, ...(record.sidecars ?? [])].find((other) => other.taskId === taskId);
    if (knownIds.has(taskId) || task?.state !== "running") return [];
    if (record.state === "stopping") return [{ taskId, at, state: "stopped" }];
    return [{ taskId, at, state: "failed", reason: "the task was no longer running when the service started again" }];
  });
}
