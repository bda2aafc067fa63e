import { about, operation, type Schema, textOrNumber } from "@reeve/contract";
import { type Force, force, NODE_ID, NUMBER, nodeOperations, nodeTraits } from "@reeve/scheduler-models";
import * as v from "valibot";

/** A node by its id (`broker-1`), or by the number of its broker. */
export interface BrokerNodeInput {
  /** Id of the node (broker-1), or the number of its broker (1). */
  readonly node: string | number;
}

/** A node by its id. */
export interface BrokerNode {
  readonly node: string;
}

const EXPECTED = "a node id such as broker-1, or the number of a broker";

const entries = {
  node: about(
    "id of the node (broker-1), or the number of its broker (1)",
    v.pipe(
      textOrNumber(EXPECTED, new RegExp(`^(?:${NODE_ID}|${NUMBER})$`)),
      v.transform((node) => (/^\d/.test(node) ? `broker-${node}` : node)),
    ),
    nodeTraits,
  ),
};

export const BrokerNodeInput: Schema<BrokerNode, BrokerNodeInput> = v.strictObject(entries);

const ReplaceInput: Schema<BrokerNode & Force, BrokerNodeInput & Force> = v.strictObject({ ...entries, force });

const node = { input: BrokerNodeInput, example: { node: "broker-1" } } as const;

export const listBrokerPods = operation({ ...nodeOperations.list, routes: { R3: "GET /pod" }, instead: "brokers.list" });

export const brokerPodInfo = operation({
  ...nodeOperations.info,
  ...node,
  routes: { R3: "GET /pod/{node}/info" },
  instead: "brokers.list",
});

export const restartBrokerPod = operation({
  ...nodeOperations.restart,
  ...node,
  routes: { R3: "POST /pod/{node}/restart" },
  instead: "brokers.restart",
});

export const replaceBrokerPod = operation({
  ...nodeOperations.replace,
  ...node,
  input: ReplaceInput,
  routes: { R3: "POST /pod/{node}/replace?force={force}" },
  instead: "brokers.replace",
});

export const pauseBrokerPod = operation({ ...nodeOperations.pause, ...node, routes: { R3: "POST /pod/{node}/pause" } });

/** The operations on pods, by verb. */
export const brokerPodOperations = {
  list: listBrokerPods,
  info: brokerPodInfo,
  restart: restartBrokerPod,
  replace: replaceBrokerPod,
  pause: pauseBrokerPod,
} as const;
