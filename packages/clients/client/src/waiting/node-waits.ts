import type { AnyNodeInput, Force, NodeAction, OwnNode, OwnNodeDetails } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { callOptions } from "../options.ts";
import { byPlan } from "./by-plan.ts";
import { withChanges } from "./changes.ts";
import { allOf, type CompletionOptions, type Watcher, waitForCompletion } from "./completion.ts";
import { ownPlanSource } from "./plan-source.ts";
import { recoveries } from "./recover-pod.ts";

/** Methods that act on a node of the Reeve service and wait; each method makes several calls. */
export interface NodeWaits {
  /** Restarts any node in place and waits until it is back. */
  restartAndWait(input: AnyNodeInput, options?: CompletionOptions): Promise<NodeAction>;
  /** Replaces any node, which deletes its volumes, and waits until it is back. */
  replaceAndWait(input: AnyNodeInput & Force, options?: CompletionOptions): Promise<NodeAction>;
  /** Pauses any node and waits until its software has stopped. */
  pauseAndWait(input: AnyNodeInput, options?: CompletionOptions): Promise<NodeAction>;
  /** Waits until every node runs, or is paused, and returns the nodes. */
  wait(options?: CompletionOptions): Promise<readonly OwnNode[]>;
}

/** A client for the nodes of the Reeve service. */
export interface HasNodes {
  readonly nodes: {
    list(input?: Readonly<Record<never, never>>, options?: CallOptions): Promise<readonly OwnNode[]>;
    show(input: AnyNodeInput, options?: CallOptions): Promise<OwnNodeDetails>;
    restart(input: AnyNodeInput, options?: CallOptions): Promise<NodeAction>;
    replace(input: AnyNodeInput & Force, options?: CallOptions): Promise<NodeAction>;
    pause(input: AnyNodeInput, options?: CallOptions): Promise<NodeAction>;
  };
}

/** Makes the methods that wait for nodes of the Reeve service. */
export function nodeWaits(client: HasNodes): NodeWaits {
  return {
    restartAndWait: (input, options) => changeNode(client, "restart", input, options),
    replaceAndWait: (input, options) => changeNode(client, "replace", input, options),
    pauseAndWait: (input, options) => changeNode(client, "pause", input, options),
    wait: (options) => untilAllServe(client, options),
  };
}

/** Whether a node does what it should: it serves, or an operator has paused it. */
function isSettled({ state }: Pick<OwnNode, "state">): boolean {
  return state === "running" || state === "paused";
}

function stateInWords({ node, state, reason }: Pick<OwnNode, "node" | "state" | "reason">): string {
  return `${node} is ${state}${reason ? `: ${reason}` : ""}`;
}

async function untilAllServe(client: HasNodes, options: CompletionOptions = {}): Promise<readonly OwnNode[]> {
  let all: readonly OwnNode[] = [];
  const watch: Watcher = async (call) => {
    all = await client.nodes.list({}, call);
    const waiting = all.filter((node) => !isSettled(node));
    return { started: true, finished: waiting.length === 0, missing: waiting.map(stateInWords).join("; ") };
  };
  await waitForCompletion("the start of the nodes", watch, withChanges(client, options), { started: false });
  return all;
}

/**
 * Restarts, replaces or pauses a node, and waits until it is back or paused. Records the state of the node and the recovery plan before the
 * request. After the request, the plan must complete, and the node must run in new tasks, or be paused.
 */
async function changeNode(
  client: HasNodes,
  verb: "restart" | "replace" | "pause",
  input: AnyNodeInput & Force,
  options: CompletionOptions = {},
): Promise<NodeAction> {
  const call = callOptions(options);
  const [source, before] = await Promise.all([ownPlanSource(client, "recovery", call), client.nodes.show({ node: input.node }, call)]);
  const action = await client.nodes[verb](input, call);
  const isPaused = before.state === "paused" && verb === "pause";
  const byItself = verb === "pause" ? untilPaused(client, before) : byNode(client, before);
  const watchers = [...(source && !isPaused ? [byPlan(source, before.node)] : []), byItself];
  const what = verb === "pause" ? "pause" : recoveries[verb];
  await waitForCompletion(`the ${what} of ${before.node}`, allOf(watchers), withChanges(client, options));
  return action;
}

function untilPaused({ nodes }: HasNodes, before: OwnNodeDetails): Watcher {
  return async (call) => {
    const node = await nodes.show({ node: before.node }, call);
    const isPaused = node.state === "paused";
    return { started: isPaused || node.state !== before.state, finished: isPaused, missing: stateInWords(node) };
  };
}

/** Watches the tasks of a node. Each launch has a new id, so a task with an old id has not been restarted. */
function byNode({ nodes }: HasNodes, before: OwnNodeDetails): Watcher {
  const old = new Set(before.tasks.map(({ taskId }) => taskId));
  return async (call) => {
    const node = await nodes.show({ node: before.node }, call);
    const isNew = node.tasks.some(({ taskId }) => !old.has(taskId));
    return { started: isNew || node.state !== before.state, finished: isNew && node.state === "running", missing: stateInWords(node) };
  };
}
