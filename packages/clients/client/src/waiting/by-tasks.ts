import { isReeveError } from "@reeve/contract";
import type { NodeInfo, NodeTask } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import type { Watcher } from "./completion.ts";

/** A client that can list the tasks of a node. */
export interface ShowsTasks {
  readonly pods: { info(input: { readonly node: string }, options?: CallOptions): Promise<NodeInfo> };
}

/**
 * Watches the tasks of a node. Each launch has a new id, so a task with the old id has not been restarted. One-shot tasks are ignored,
 * because they do not run again.
 */
export async function byTasks(client: ShowsTasks, node: string, options: CallOptions): Promise<Watcher> {
  const before = await tasksOf(client, node, options);
  const old = new Set(before.map(idOf));
  const expected = new Set(before.filter(isRunning).map(({ info }) => info.name));
  // While a node is paused, an idle task replaces the node's own tasks. A restarted node runs its own tasks again, so the idle task is not
  // expected.
  expected.delete(`${node}-pause`);
  return async (call) => {
    const tasks = await tasksOf(client, node, call);
    const fresh = tasks.filter((task) => !old.has(idOf(task)));
    const running = new Set(fresh.filter(isRunning).map(({ info }) => info.name));
    const missing = [...expected].filter((name) => !running.has(name));
    const gone = before.some(
      (task) => isRunning(task) && !tasks.some((each) => idOf(each) === idOf(task) && isRunning(each)),
    );
    return {
      started: fresh.length > 0 || gone,
      finished: running.size > 0 && missing.length === 0,
      missing:
        missing.length > 0 ? `${missing.join(", ")} is not running again yet` : `no new task of ${node} is running yet`,
    };
  };
}

/** The tasks of a node. Empty if the server does not know the node, which can happen for a moment while the node is being replaced. */
async function tasksOf({ pods }: ShowsTasks, node: string, options: CallOptions): Promise<NodeInfo> {
  try {
    return await pods.info({ node }, options);
  } catch (thrown) {
    if (isReeveError(thrown, "not-found")) return [];
    throw thrown;
  }
}

function idOf({ info }: NodeTask): string {
  return info.taskId.value;
}

function isRunning({ status }: NodeTask): boolean {
  return status?.state === "TASK_RUNNING";
}
