import { ReeveError } from "@reeve/contract";
import { type NodeAction, type NodeIds, parseNodeId } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { inTurn, type Turn } from "./in-turn.ts";
import { callOptions, type HasPods, recoverPod } from "./recover-pod.ts";
import type { SeeThroughOptions, Watcher } from "./see-through.ts";
import type { WaitOptions } from "./wait-options.ts";

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

/** What else must be well while nodes are restarted, besides the nodes themselves. */
export interface AlsoWell {
  /** Watches it from the moment on when a node is restarted. */
  watch(): Watcher;
  /** Waits until it is well before the first of several nodes is restarted. */
  wait(options: WaitOptions): Promise<void>;
}

/** The waits of a client that has pods. `nodeOf` checks how a node is named, and gives its id. */
export function podWaits<Node extends string | number>(
  client: ListsPods,
  nodeOf: (node: Node | string) => string,
  also?: AlsoWell,
): PodWaits<{ readonly node: Node }> {
  const recover = (verb: "restart" | "replace", node: string, options: SeeThroughOptions = {}) =>
    recoverPod(client, verb, node, options, also ? [also.watch()] : []);
  return {
    restartAndWait: async ({ node }, options) => recover("restart", nodeOf(node), options),
    replaceAndWait: async ({ node }, options) => recover("replace", nodeOf(node), options),
    restartAllAndWait: async ({ nodes } = {}, options = {}) => {
      const all = (nodes ?? (await client.pods.list(undefined, callOptions(options)))).map(nodeOf);
      refuseNameless(all);
      await also?.wait(options);
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
