import { isReeveError } from "@reeve/contract";
import type { NodeAction, NodeInfo, NodeTask } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { callOptions } from "../options.ts";
import { byPlan } from "./by-plan.ts";
import { withChanges } from "./changes.ts";
import { allOf, type CompletionOptions, type Watcher, waitForCompletion } from "./completion.ts";
import { planSource } from "./plan-source.ts";
import type { ShowsPlans } from "./plan-waits.ts";

/** A client that can restart and replace nodes, and show their state. */
export interface HasPods extends ShowsPlans, ShowsTasks {
  readonly pods: ShowsTasks["pods"] & Record<"restart" | "replace", PodAction>;
}

/** The nouns that messages use for restarting and replacing a node. */
export const recoveries = { restart: "restart", replace: "replacement" } as const;

type PodAction = (input: { readonly node: string }, options?: CallOptions) => Promise<NodeAction>;

/**
 * Restarts or replaces a node and waits until it is back. Records the state of the node and the recovery plan before the request. After the
 * request, the plan (if there is one) must change and complete, and the node's tasks must run under new ids. All watchers in `also` must
 * report the end, too. `more` contains additional fields of the request.
 */
export async function recoverPod(
  client: HasPods,
  verb: "restart" | "replace",
  node: string,
  options: CompletionOptions,
  { also = [], more = {} }: { readonly also?: readonly Watcher[]; readonly more?: object } = {},
): Promise<NodeAction> {
  const call = callOptions(options);
  const [source, tasks] = await Promise.all([planSource(client, "recovery", call), byTasks(client, node, call)]);
  const watchers = [...(source ? [byPlan(source, node)] : []), tasks, ...also];
  const action = await client.pods[verb]({ ...more, node }, call);
  await waitForCompletion(`the ${recoveries[verb]} of ${node}`, allOf(watchers), withChanges(client, options));
  return action;
}

/** A client that can list the tasks of a node. */
interface ShowsTasks {
  readonly pods: { info(input: { readonly node: string }, options?: CallOptions): Promise<NodeInfo> };
}

/**
 * Watches the tasks of a node. Each launch has a new id, so a task with the old id has not been restarted. One-shot tasks are ignored,
 * because they do not run again.
 */
async function byTasks(client: ShowsTasks, node: string, options: CallOptions): Promise<Watcher> {
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
    const gone = before.some((task) => isRunning(task) && !tasks.some((each) => idOf(each) === idOf(task) && isRunning(each)));
    return {
      started: fresh.length > 0 || gone,
      finished: running.size > 0 && missing.length === 0,
      missing: missing.length > 0 ? `${missing.join(", ")} is not running again yet` : `no new task of ${node} is running yet`,
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
