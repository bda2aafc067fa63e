import { liveTasks } from "../machine/node.ts";
import type { NodeRun } from "../machine/run.ts";
import type { TaskRecord } from "../state/records.ts";

/**
 * What the runtime or the engine has to do next for a node. It is derived from the stored state alone, so that it is the same after a
 * restart of the service.
 */
export type NextAction =
  | { readonly kind: "launch" | "stop"; readonly task: TaskRecord }
  /** The launch was never sent to the runtime, so there is nothing to stop. */
  | { readonly kind: "unsent"; readonly task: TaskRecord }
  | { readonly kind: "ready"; readonly task: TaskRecord }
  /**
   * A question to the engine: whether the node may be launched (`start`), whether its volumes may be deleted (`lose`), or whether the
   * engine's work after the node's departure is done (`left`).
   */
  | { readonly kind: "start" | "lose" | "left"; readonly since: number }
  | { readonly kind: "delay"; readonly until: number };

/**
 * `sent` contains one key for each request that the runtime has accepted since the service started (`launch <task id>`, `stop <task id>`),
 * and the key `launchSent` for each launch request that was sent, accepted or not.
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

/** A key that identifies an action. */
export function keyOf(action: NextAction): string {
  if ("task" in action) return `${action.kind} ${action.task.taskId}`;
  return `${action.kind} ${"until" in action ? action.until : action.since}`;
}

/** The key which records that a launch request was sent to the runtime, whether or not the runtime has answered. */
export function launchSent({ taskId }: TaskRecord): string {
  return `handed over ${taskId}`;
}
