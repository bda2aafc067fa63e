import { isReeveError } from "@reeve/contract";
import type { NodeInfo, NodeTask } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import type { Watcher } from "./completion.ts";

/** Anything that can show the tasks of a node. */
export interface ShowsTasks {
  readonly pods: { info(input: { readonly node: string }, options?: CallOptions): Promise<NodeInfo> };
}

/**
 * Watches the tasks of a node: each launch has an id of its own, so what has the old id has not been restarted. Of one-shot tasks,
 * which do not run again, nothing is expected.
 */
export async function byTasks(client: ShowsTasks, node: string, options: CallOptions): Promise<Watcher> {
  const before = await tasksOf(client, node, options);
  const old = new Set(before.map(idOf));
  const expected = new Set(before.filter(isRunning).map(({ info }) => info.name));
  // What a paused node idles in stands for its own tasks, and is gone when these run again.
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
      missing: missing.length > 0 ? `${missing.join(", ")} does not run again yet` : `no new task of ${node} runs yet`,
    };
  };
}

/** A node that the server does not know for a moment, while it is put elsewhere, has no tasks. */
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
