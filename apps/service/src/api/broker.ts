import type { brokerApi } from "@reeve/broker-models";
import { json } from "../http/answer.ts";
import { brokerHandlers } from "./brokers.ts";
import { brokerConfiguration, configurationIds, target } from "./configurations.ts";
import type { Handlers } from "./handlers.ts";
import { nodeHandlers } from "./node-handlers.ts";
import { ownNodeHandlers } from "./own-nodes.ts";
import { partitionHandlers, replicationHandlers } from "./partitions.ts";
import { existingPlan } from "./plan-answer.ts";
import { planHandlers } from "./plan-handlers.ts";
import { activeEntries } from "./plan-in-blocks.ts";
import { rollingRestartHandlers } from "./rolling-restart.ts";
import { topicHandlers } from "./topics.ts";

/** The message broker's API: a handler for each operation. */
export const broker: Handlers<typeof brokerApi, "broker"> = {
  connection: { show: async ({ administration }) => json(await administration.connection()) },
  brokers: brokerHandlers,
  topics: { ...topicHandlers, ...replicationHandlers },
  partitions: partitionHandlers,
  configurations: {
    list: configurationIds,
    show: (instance, { id }) => brokerConfiguration(instance, id),
    target: (instance) => brokerConfiguration(instance, target(instance)),
  },
  plans: { ...planHandlers, active: (instance) => json(activeEntries(existingPlan(instance, "deploy"))) },
  pods: nodeHandlers,
  nodes: ownNodeHandlers,
  rollingRestart: rollingRestartHandlers,
};
