import { nodeActionAnswer } from "./node-action.ts";
import { nodeInfoAnswer } from "./node-info.ts";
import { NodeIds } from "./node-input.ts";

/** The operations on nodes, without the routes and the input, which differ between APIs. */
export const nodeOperations = {
  list: { summary: "List the nodes", effect: "read", output: NodeIds },
  info: { summary: "Show the tasks of a node and their last status", effect: "read", output: nodeInfoAnswer },
  restart: {
    summary: "Restart a node in place",
    about: "Its agent and its volumes are kept.",
    effect: "change",
    verifiedBy: "pods.info",
    output: nodeActionAnswer,
  },
  replace: {
    summary: "Replace a node, deleting its volumes",
    about: "It comes back on another agent, and fetches its data again from its replicas.",
    effect: "destroy",
    verifiedBy: "pods.info",
    consequence:
      "This deletes the volumes of {node} and takes it from its agent; its data is fetched again from its replicas. Reeve's own service waits while they hold the only copy of any data, and its plan says which.",
    output: nodeActionAnswer,
  },
  pause: {
    summary: "Relaunch a node in an idle command state, for debugging",
    about: "What the node serves is down until it is restarted.",
    effect: "change",
    verifiedBy: "pods.info",
    output: nodeActionAnswer,
  },
} as const;
