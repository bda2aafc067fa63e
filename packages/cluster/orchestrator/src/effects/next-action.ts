import type { NodeRun } from "../machine/machine.ts";
import { liveTasks } from "../machine/node.ts";
import type { TaskRecord } from "../state/records.ts";

/**
 * What the runtime or the engine has to do next for a node. It is derived from the stored state alone, so that it is the same after a
 * restart of the service.
 */
export type NextAction =
  | { readonly kind: "launch" | "stop"; readonly task: TaskRecord }
  /** The node has to stop, but its launch request was never sent to the runtime, so no task has to be stopped. */
  | { readonly kind: "unsent"; readonly task: TaskRecord }
  | { readonly kind: "ready"; readonly task: TaskRecord }
  /**
   * A question to the engine: whether the node may be launched (`start`), whether its volumes may be deleted (`lose`), or whether the
   * engine's work after the node's departure is done (`left`).
   */
  | { readonly kind: "start" | "lose" | "left"; readonly since: number }
  | { readonly kind: "delay"; readonly until: number };

/**
 * Returns the next action for a node. `sent` contains the keys of all requests that the runtime has accepted since the service started.
 * Once a launch request was sent, `sent` also contains the key that `launchSent` returns.
 */
export function nextAction(node: NodeRun, sent: ReadonlySet<string>): NextAction | undefined {
  const { state, operation } = node.record;
  for (const task of liveTasks(node)) {
    const isLaunching = task.state === "launching";
    if (state === "stopping") {
      if (isLaunching && !sent.has(launchSent(task))) return { kind: "unsent", task };
      if (!sent.has(`stop ${task.taskId}`)) return { kind: "stop", task };
    } else if (isLaunching && !sent.has(`launch ${task.taskId}`)) return { kind: "launch", task };
    else if (operation?.stage === "ready" && task.state === "running") return { kind: "ready", task };
  }
  switch (operation?.stage) {
    case "delay":
      return { kind: "delay", until: operation.retryAt ?? 0 };
    case "left":
      return node.record.left.length > 0 ? undefined : { kind: "left", since: operation.since };
    case "start":
    case "lose":
      return { kind: operation.stage, since: operation.since };
    default:
      return undefined;
  }
}

/** Returns a key that identifies an action. */
export function actionKeyOf(action: NextAction): string {
  if ("task" in action) return `${action.kind} ${action.task.taskId}`;
  return `${action.kind} ${"until" in action ? action.until : action.since}`;
}

/** Returns the key that records that a launch request was sent to the runtime, even if the runtime has not answered yet. */
export function launchSent({ taskId }: TaskRecord): string {
  return `handed over ${taskId}`;
}
