import { isRecord, ReeveError } from "@reeve/contract";
import { type Force, type NodeAction, type NodeIds, parseNodeId } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { callOptions } from "../options.ts";
import type { CompletionOptions, Watcher } from "./completion.ts";
import type { WaitOptions } from "./poll.ts";
import { type HasPods, recoverPod } from "./recover-pod.ts";
import { outcomeError, outcomeOf } from "./rollout.ts";

/** The nodes to restart one by one. Default: all. */
export interface NodesInput {
  readonly nodes?: readonly string[];
}

/** How to wait for several nodes, one after another. Each timeout applies to a single node. */
export interface OneByOneOptions extends CompletionOptions {
  /** Called before each node. */
  readonly onNode?: (turn: NodeProgress) => void;
}

/** Methods that act on nodes and wait; each method makes several calls. */
export interface PodWaits<Input = { readonly node: string }> {
  /** Restarts a node in place and waits until it is back. */
  restartAndWait(input: Input, options?: CompletionOptions): Promise<NodeAction>;
  /** Replaces a node and waits until it is back. The node moves to another agent, and its volumes are deleted. */
  replaceAndWait(input: Input & Force, options?: CompletionOptions): Promise<NodeAction>;
  /**
   * Restarts nodes one after another. The next node is restarted only when the previous one is back. Stops at the first node that does not
   * come back. Returns the nodes that have come back.
   */
  restartAllAndWait(input?: NodesInput, options?: OneByOneOptions): Promise<readonly string[]>;
}

/** A client that can list nodes and act on them. */
export interface ListsPods extends HasPods {
  readonly pods: HasPods["pods"] & { list(input?: undefined, options?: CallOptions): Promise<NodeIds> };
}

/** A condition that must also hold, before and after each restart. */
export interface ExtraCheck {
  /** Starts to watch the condition when a node is restarted. */
  watch(): Watcher;
  /** Waits until the condition holds, before the first of several nodes is restarted. */
  wait(options: WaitOptions): Promise<void>;
}

/** Creates the pod methods that wait for completion. `nodeOf` checks an input that names a node, and returns the node's id. */
export function podWaits<Node extends string | number>(
  client: ListsPods,
  nodeOf: (input: { readonly node: Node | string }, verb: "restart" | "replace") => string,
  also?: ExtraCheck,
): PodWaits<{ readonly node: Node }> {
  const recover = (verb: "restart" | "replace", node: string, options: CompletionOptions = {}, more: object = {}) =>
    recoverPod(client, verb, node, options, { also: also ? [also.watch()] : [], more });
  return {
    restartAndWait: async (input, options) => recover("restart", nodeOf(input, "restart"), options, input),
    replaceAndWait: async (input, options) => recover("replace", nodeOf(input, "replace"), options, input),
    restartAllAndWait: async (input, options = {}) => {
      const nodes = listIn<string>(input, "nodes") ?? (await client.pods.list(undefined, callOptions(options)));
      const all = nodes.map((node) => nodeOf({ node }, "restart"));
      refuseNameless(all);
      await also?.wait(options);
      return oneByOne(all, (node) => recover("restart", node, options), options.onNode);
    },
  };
}

/** Refuses names that are not node ids, before the first node is restarted. */
function refuseNameless(nodes: readonly string[]): void {
  const nameless = nodes.find((node) => !parseNodeId(node));
  if (nameless === undefined) return;
  throw new ReeveError("bad-input", `${JSON.stringify(nameless)} is not a node id: nothing was restarted`);
}

/** Passed to the callback before each node. */
export interface NodeProgress {
  readonly node: string;
  /** The position of the node in the order, counted from 1. */
  readonly number: number;
  readonly total: number;
}

/**
 * The list in the only field that an input may have; undefined without an input. Other fields are refused, because a misspelt field name
 * would otherwise select all nodes.
 */
export function listIn<Member>(input: unknown, field: string): readonly Member[] | undefined {
  if (input === undefined) return undefined;
  const list = isRecord(input) ? input[field] : null;
  const isAlone = isRecord(input) && Object.keys(input).every((key) => key === field);
  if (isAlone && (list === undefined || Array.isArray(list))) return list as readonly Member[] | undefined;
  throw new ReeveError("bad-input", `expected { ${field}: […] }, or nothing for all of them`);
}

/** Acts on several nodes, one after another, and stops at the first node that does not come back. Returns the nodes that have come back. */
export async function oneByOne(
  nodes: readonly string[],
  work: (node: string) => Promise<unknown>,
  onNode: ((turn: NodeProgress) => void) | undefined,
): Promise<readonly string[]> {
  const done: string[] = [];
  for (const node of nodes) {
    onNode?.({ node, number: done.length + 1, total: nodes.length });
    try {
      await work(node);
    } catch (thrown) {
      const outcome = outcomeOf(thrown);
      if (!outcome) throw thrown;
      const rest = nodes.length - done.length - 1;
      throw outcomeError({
        ...outcome,
        done,
        reason: `${outcome.reason}; ${done.length} of ${nodes.length} nodes are done${rest > 0 ? `, ${rest} untouched` : ""}`,
      });
    }
    done.push(node);
  }
  return done;
}
