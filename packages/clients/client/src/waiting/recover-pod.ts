import type { NodeAction } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { callOptions } from "../call-options.ts";
import { byPlan } from "./by-plan.ts";
import { byTasks, type ShowsTasks } from "./by-tasks.ts";
import { withChanges } from "./changes.ts";
import { allOf, type CompletionOptions, type Watcher, waitForCompletion } from "./completion.ts";
import { planSource } from "./plan-source.ts";
import type { ShowsPlans } from "./watch-plan.ts";

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
