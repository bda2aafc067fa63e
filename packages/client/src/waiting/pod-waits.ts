import { ReeveError } from "@reeve/contract";
import { type NodeAction, type NodeIds, parseNodeId } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { inTurn, type Turn } from "./in-turn.ts";
import { callOptions, type HasPods, recoverPod } from "./recover-pod.ts";
import type { SeeThroughOptions, Watcher } from "./see-through.ts";

/** Which nodes to restart in turn; all of them when left out. */
export interface NodesInput {
  readonly nodes?: readonly string[];
}

/** How to wait for several nodes in turn. The limits of time hold for each of them. */
export interface InTurnOptions extends SeeThroughOptions {
  /** Told of each node when its turn comes. */
  readonly onTurn?: (turn: Turn) => void;
}

/** What a client can do with nodes that takes more than one call. */
export interface PodWaits<Input = { readonly node: string }> {
  /** Restarts a node in place and waits until it is back. */
  restartAndWait(input: Input, options?: SeeThroughOptions): Promise<NodeAction>;
  /** Replaces a node, which gives up its agent and volumes, and waits until it is back. */
  replaceAndWait(input: Input, options?: SeeThroughOptions): Promise<NodeAction>;
  /** Restarts nodes one after another, each only when the one before is back; stops at the first that does not come back. Gives those that are done. */
  restartAllAndWait(input?: NodesInput, options?: InTurnOptions): Promise<readonly string[]>;
}

/** Anything that has nodes, and can list them. */
export interface ListsPods extends HasPods {
  readonly pods: HasPods["pods"] & { list(input?: undefined, options?: CallOptions): Promise<NodeIds> };
}

/** The waits of a client that has pods. `nodeOf` reads an input; `also` watches what else must be well before a node counts as back. */
export function podWaits<Input>(
  client: ListsPods,
  nodeOf: (input: Input) => string,
  also: () => readonly Watcher[] = () => [],
): PodWaits<Input> {
  const recover = (verb: "restart" | "replace", node: string, options: SeeThroughOptions = {}) =>
    recoverPod(client, verb, node, options, also());
  return {
    restartAndWait: async (input, options) => recover("restart", nodeOf(input), options),
    replaceAndWait: async (input, options) => recover("replace", nodeOf(input), options),
    restartAllAndWait: async ({ nodes } = {}, options = {}) => {
      const all = nodes ?? (await client.pods.list(undefined, callOptions(options)));
      refuseNameless(all);
      return inTurn(all, (node) => recover("restart", node, options), options.onTurn);
    },
  };
}

/** Nothing is begun that is known not to come to its end. */
function refuseNameless(nodes: readonly string[]): void {
  const nameless = nodes.find((node) => !parseNodeId(node));
  if (nameless === undefined) return;
  throw new ReeveError("bad-input", `${JSON.stringify(nameless)} is no id of a node: nothing was restarted`);
}
