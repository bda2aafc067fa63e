import { nodeActionAnswer } from "./node-action.ts";
import { nodeInfoAnswer } from "./node-info.ts";
import { NodeIds } from "./node-input.ts";

/** The operations on nodes. Their routes and inputs are not included, because these differ between APIs. */
export const nodeOperations = {
  list: { summary: "List the nodes", effect: "read", output: NodeIds },
  info: { summary: "Show the tasks of a node and their last status", effect: "read", output: nodeInfoAnswer },
  restart: {
    summary: "Restart a node in place",
    about: "The node keeps its agent and its volumes.",
    effect: "change",
    verifiedBy: "pods.info",
    output: nodeActionAnswer,
  },
  replace: {
    summary: "Replace a node, deleting its volumes",
    about: "The node comes back on another agent and copies its data again from replicas.",
    effect: "destroy",
    verifiedBy: "pods.info",
    consequence:
      "This deletes the volumes of {node} and releases its agent; the node's data is copied again from replicas. The Reeve service waits as long as the volumes hold the only copy of any data, and its recovery plan says which data.",
    output: nodeActionAnswer,
  },
  pause: {
    summary: "Relaunch a node with an idle command, for debugging",
    about: "The idle command replaces the node's server, so the node serves no clients until it is restarted.",
    effect: "change",
    verifiedBy: "pods.info",
    output: nodeActionAnswer,
  },
} as const;
