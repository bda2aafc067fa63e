import { liveTasks } from "../machine/node.ts";
import type { NodeRun } from "../machine/run.ts";
import type { TaskRecord } from "../state/records.ts";

/** What has to be done for a node outside of the state machine, now. It follows from the state alone, so that after a kill it is found again. */
export type NextAction =
  | { readonly kind: "launch" | "stop"; readonly task: TaskRecord }
  /** Its launch was never sent: there is nothing to stop. */
  | { readonly kind: "unsent"; readonly task: TaskRecord }
  | { readonly kind: "ready"; readonly task: TaskRecord }
  /** To ask whether it may be launched, or its volumes be deleted, or what comes after it has left is done. */
  | { readonly kind: "start" | "lose" | "left"; readonly since: number }
  | { readonly kind: "delay"; readonly until: number };

/** `sent` holds what the runtime has taken over since the service began: `launch <task id>`, `stop <task id>`; and whose launch it has heard of. */
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

/** Tells actions apart. */
export function keyOf(action: NextAction): string {
  if ("task" in action) return `${action.kind} ${action.task.taskId}`;
  return `${action.kind} ${"until" in action ? action.until : action.since}`;
}

/** Says of a task that the runtime has heard of it, whether or not it has answered. */
export function launchSent({ taskId }: TaskRecord): string {
  return `handed over ${taskId}`;
}
