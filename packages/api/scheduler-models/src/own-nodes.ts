import { about, operation, type Schema, textOrNumber } from "@reeve/contract";
import * as v from "valibot";
import { nodeActionAnswer } from "./node-action.ts";
import { type Force, force, NODE_ID, NUMBER } from "./node-input.ts";
import { nodeOperations } from "./node-operations.ts";
import { NodeUsages, OwnNodeDetails, OwnNodes } from "./own-node.ts";

// The operations on nodes that only the Reeve service has. They exist for every kind of service and in every revision, and also work on
// internal nodes, which no API document mentions.

/**
 * A node by its id (`broker-1`, `controller-0`), or by its number if this number is unique among the nodes that the API documents mention.
 */
export interface AnyNodeInput {
  /** Id of the node, or its number if no other node has the same number. */
  readonly node: string | number;
}

/** The checked input: the id of a node, or its number. */
export interface AnyNode {
  readonly node: string;
}

const entries = {
  node: about(
    "id of the node, or its number if no other node has the same number",
    textOrNumber("a node id such as broker-1 or controller-0, or a number", new RegExp(`^(?:${NODE_ID}|${NUMBER})$`)),
    { names: "own-node", isPositional: true },
  ),
};

const AnyNodeInput: Schema<AnyNode, AnyNodeInput> = v.strictObject(entries);

const ReplaceAnyNodeInput: Schema<AnyNode & Force, AnyNodeInput & Force> = v.strictObject({ ...entries, force });

/** The operations on nodes, by verb. The parameter `example` is a node that every instance of the kind has. */
export const ownNodes = (example: string) =>
  ({
    list: listNodes,
    show: operation({
      summary: "Show any node: its state, place, tasks and volumes",
      effect: "read",
      input: AnyNodeInput,
      output: OwnNodeDetails,
      routes: { "*": "GET {reeve}/nodes/{node}" },
      example: { node: example },
    }),
    usage: nodesUsage,
    restart: operation({
      ...nodeOperations.restart,
      verifiedBy: "nodes.show",
      summary: "Restart any node in place",
      input: AnyNodeInput,
      output: nodeActionAnswer,
      routes: { "*": "POST {reeve}/nodes/{node}/restart" },
      example: { node: example },
    }),
    replace: operation({
      ...nodeOperations.replace,
      verifiedBy: "nodes.show",
      summary: "Replace any node, deleting its volumes",
      input: ReplaceAnyNodeInput,
      output: nodeActionAnswer,
      routes: { "*": "POST {reeve}/nodes/{node}/replace?force={force}" },
      example: { node: example },
    }),
    pause: operation({
      ...nodeOperations.pause,
      verifiedBy: "nodes.show",
      summary: "Relaunch any node with an idle command, for debugging",
      wait: {
        by: "method",
        done: "{node} is paused",
        summary: "Pause a node and wait until its software has stopped",
        about: "Waits until the node is paused. A node that is paused already needs no wait.",
        continues: "a pause in progress continues",
      },
      input: AnyNodeInput,
      output: nodeActionAnswer,
      routes: { "*": "POST {reeve}/nodes/{node}/pause" },
      example: { node: example },
    }),
  }) as const;

export const listNodes = operation({
  summary: "List all nodes with their state, including internal ones",
  effect: "read",
  output: OwnNodes,
  list: { of: "nodes", hasEvents: true },
  names: {
    "own-node": (nodes) => nodes.map(({ node }) => node),
    "node-type": (nodes) => [...new Set(nodes.map(({ node }) => node.replace(/-\d+$/, "")))],
    "broker-node": (nodes) => nodes.flatMap(({ node }) => (/^broker-\d+$/.test(node) ? [node] : [])),
  },
  routes: { "*": "GET {reeve}/nodes" },
});

export const nodesUsage = operation({
  summary: "Show the resource usage of nodes: bytes of memory and disk, seconds of processor time",
  effect: "read",
  output: NodeUsages,
  routes: { "*": "GET {reeve}/usage" },
});
