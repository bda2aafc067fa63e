import { ReeveError } from "@reeve/contract";
import { type NodeAction, type NodeIds, parseNodeId } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { callOptions } from "../call-options.ts";
import type { CompletionOptions, Watcher } from "./completion.ts";
import { listIn, type NodeProgress, oneByOne } from "./one-by-one.ts";
import { type HasPods, recoverPod } from "./recover-pod.ts";
import type { WaitOptions } from "./wait-options.ts";

/** Which nodes to restart in turn; all of them when left out. */
export interface NodesInput {
  readonly nodes?: readonly string[];
}

/** How to wait for several nodes in turn. The limits of time hold for each of them. */
export interface OneByOneOptions extends CompletionOptions {
  /** Told of each node when its turn comes. */
  readonly onNode?: (turn: NodeProgress) => void;
}

/** What a client can do with nodes that takes more than one call. */
export interface PodWaits<Input = { readonly node: string }> {
  /** Restarts a node in place and waits until it is back. */
  restartAndWait(input: Input, options?: CompletionOptions): Promise<NodeAction>;
  /** Replaces a node, which gives up its agent and volumes, and waits until it is back. */
  replaceAndWait(input: Input, options?: CompletionOptions): Promise<NodeAction>;
  /** Restarts nodes one after another, each only when the one before is back; stops at the first that does not come back. Gives those that are done. */
  restartAllAndWait(input?: NodesInput, options?: OneByOneOptions): Promise<readonly string[]>;
}

/** Anything that has nodes, and can list them. */
export interface ListsPods extends HasPods {
  readonly pods: HasPods["pods"] & { list(input?: undefined, options?: CallOptions): Promise<NodeIds> };
}

/** What else must be well while nodes are restarted, besides the nodes themselves. */
export interface ExtraCheck {
  /** Watches it from the moment on when a node is restarted. */
  watch(): Watcher;
  /** Waits until it is well before the first of several nodes is restarted. */
  wait(options: WaitOptions): Promise<void>;
}

/** The waits of a client that has pods. `nodeOf` checks an input that names a node, and gives the node's id. */
export function podWaits<Node extends string | number>(
  client: ListsPods,
  nodeOf: (input: { readonly node: Node | string }) => string,
  also?: ExtraCheck,
): PodWaits<{ readonly node: Node }> {
  const recover = (verb: "restart" | "replace", node: string, options: CompletionOptions = {}, more: object = {}) =>
    recoverPod(client, verb, node, options, { also: also ? [also.watch()] : [], more });
  return {
    restartAndWait: async (input, options) => recover("restart", nodeOf(input), options, input),
    replaceAndWait: async (input, options) => recover("replace", nodeOf(input), options, input),
    restartAllAndWait: async (input, options = {}) => {
      const given = listIn<string>(input, "nodes") ?? (await client.pods.list(undefined, callOptions(options)));
      const all = given.map((node) => nodeOf({ node }));
      refuseNameless(all);
      await also?.wait(options);
      return oneByOne(all, (node) => recover("restart", node, options), options.onNode);
    },
  };
}

/** Nothing is begun that is known not to come to its end. */
function refuseNameless(nodes: readonly string[]): void {
  const nameless = nodes.find((node) => !parseNodeId(node));
  if (nameless === undefined) return;
  throw new ReeveError("bad-input", `${JSON.stringify(nameless)} is no id of a node: nothing was restarted`);
}
