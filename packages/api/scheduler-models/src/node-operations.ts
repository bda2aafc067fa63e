import { nodeActionAnswer } from "./node-action.ts";
import { nodeInfoAnswer } from "./node-info.ts";
import { NodeIds } from "./node-input.ts";

/** What a wait for a restarted or replaced node observes. */
export const WAITED = "Waits until the node has stopped and come back after this call. An earlier recovery does not count.";

/** The operations on nodes. Their routes and inputs are not included, because these differ between APIs. */
export const nodeOperations = {
  list: {
    summary: "List the nodes",
    effect: "read",
    output: NodeIds,
    list: { of: "pods", hasEvents: true },
    names: { node: (ids: NodeIds) => ids },
  },
  info: { summary: "Show the tasks of a node and their last status", effect: "read", output: nodeInfoAnswer },
  restart: {
    summary: "Restart a node in place",
    about: "The node keeps its agent and its volumes.",
    effect: "change",
    wait: {
      by: "method",
      done: "{node} has been restarted and is back",
      summary: "Restart a node and wait until it is back",
      about: WAITED,
      continues: "a restart in progress continues",
    },
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
    confirmation: { act: "replacing a node", name: "{node}", detail: "only replicas" },
    wait: {
      by: "method",
      done: "{node} has been replaced and is back",
      summary: "Replace a node, delete its volumes, and wait until it is back",
      about: WAITED,
      continues: "a replacement in progress continues",
    },
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
