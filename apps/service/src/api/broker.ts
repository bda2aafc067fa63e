import type { Instance } from "@reeve/orchestrator";
import { parseNodeId, parseTaskId } from "@reeve/scheduler-models";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import { brokerConfiguration, configurationIds, target } from "./configurations.ts";
import { groupHandlers } from "./groups.ts";
import { type BrokerHandlers, noBroker } from "./handlers.ts";
import { nodeHandlers } from "./node-handlers.ts";
import { ownNodeHandlers } from "./own-nodes.ts";
import { partitionHandlers, replicationHandlers } from "./partitions.ts";
import { activeEntries, existingPlan, planHandlers, rollingRestartHandlers } from "./plans.ts";
import { topicHandlers } from "./topics.ts";

/** The broker operations of R1 and R2, which identify a broker by its number. */
const brokerHandlers: BrokerHandlers["brokers"] = {
  list: async ({ nodes, administration }) => {
    const missing = await administration.missing();
    const brokers = nodes.ids().map(numberOf);
    return json(missing.length === 0 ? { brokers } : { brokers, unavailable: missing.map(numberOf) });
  },
  restart: (instance, { broker }) => begin(instance, broker, (id) => instance.nodes.restart(id)),
  replace: (instance, { broker, ...force }) => begin(instance, broker, (id) => instance.nodes.replace(id, force)),
};

function begin({ nodes, name }: Instance<"broker">, broker: string, ask: (node: string) => unknown): HttpAnswer {
  const id = `broker-${broker}`;
  const known = nodes.ids();
  if (!known.includes(id)) throw noBroker(name, broker, known.map(numberOf));
  // The answer contains the task that is about to be stopped, so that a client can wait until this task has ended.
  const running = nodes.get(id)?.tasks.at(-1);
  ask(id);
  return json(running ? [`${id}__${parseTaskId(running.taskId)?.uuid ?? running.taskId}`] : []);
}

function numberOf(id: string): string {
  return String(parseNodeId(id)?.index ?? id);
}

/** The message broker's API: a handler for each operation. */
export const broker: BrokerHandlers = {
  connection: { show: async ({ administration }) => json(await administration.connection()) },
  brokers: brokerHandlers,
  topics: { ...topicHandlers, ...replicationHandlers },
  groups: groupHandlers,
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
