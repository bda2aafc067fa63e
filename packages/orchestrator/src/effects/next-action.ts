import { liveTasks } from "../machine/node.ts";
import type { NodeRun } from "../machine/run.ts";
import type { TaskRecord } from "../state/records.ts";

/** The next action for a node outside of the state machine. It is derived from the state alone, so it is found again after a kill. */
export type NextAction =
  | { readonly kind: "launch" | "stop"; readonly task: TaskRecord }
  /** The launch was never sent, so there is nothing to stop. */
  | { readonly kind: "unsent"; readonly task: TaskRecord }
  | { readonly kind: "ready"; readonly task: TaskRecord }
  /**
   * A question to the engine: whether the node may be launched, whether its volumes may be deleted, or whether the work after its
   * departure is done.
   */
  | { readonly kind: "start" | "lose" | "left"; readonly since: number }
  | { readonly kind: "delay"; readonly until: number };

/**
 * `sent` holds the requests that the runtime has accepted since the service started: `launch <task id>`, `stop <task id>`, and launches
 * that were sent.
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

/** A key that identifies the action. */
export function keyOf(action: NextAction): string {
  if ("task" in action) return `${action.kind} ${action.task.taskId}`;
  return `${action.kind} ${"until" in action ? action.until : action.since}`;
}

/** The key for a launch that was sent to the runtime, with or without an answer. */
export function launchSent({ taskId }: TaskRecord): string {
  return `handed over ${taskId}`;
}
