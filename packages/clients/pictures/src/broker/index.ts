import { activeStage, type brokerApi } from "@reeve/broker-models";
import { fields } from "../shared/fields.ts";
import { names } from "../shared/names.ts";
import { nodes, ownNodePictures } from "../shared/nodes.ts";
import { controls, plan, rollingRestartPictures } from "../shared/plans.ts";
import type { Pictures } from "../view.ts";
import { brokers } from "./brokers.ts";
import { partitions } from "./partitions.ts";
import { topics } from "./topics.ts";

export { sharesOfBrokers, sharesOfBrokersByTopic, sharesOfTopics } from "./partition-shares.ts";

/** The renderers for the answers of a message broker service. */
export const pictures: Pictures<typeof brokerApi> = {
  connection: { show: (value, { style }) => fields(value, style) },
  brokers,
  topics,
  partitions,
  configurations: {
    list: names("configurations"),
    show: (value, { style }) => fields(value, style),
    target: (value, { style }) => fields(value, style),
  },
  plans: {
    list: names("plans"),
    show: plan,
    all: names("plans"),
    inspect: plan,
    active: ({ block, phase, ...rest }, { style }) => fields({ rollout: activeStage(rest), phase, block }, style),
    ...controls,
  },
  pods: { list: names("nodes"), ...nodes },
  nodes: ownNodePictures,
  rollingRestart: rollingRestartPictures,
};
