import { createBrokerClient } from "@reeve/broker-client";
import { pictures } from "@reeve/pictures/broker";
import type { ServiceParts } from "../kind.ts";
import { configurationTable } from "../shared/configurations.ts";
import { brokerTable, planTable, podTable } from "../shared/lists.ts";
import { onlyReplicas } from "./only-replicas.ts";
import { brokerNodeTable, partitionTable } from "./partitions.ts";
import { partitionCount, topicTable, whyNotDeleted } from "./topics.ts";

/** Everything needed to call a message broker. */
export const brokerParts: ServiceParts = {
  pictures,
  createClient: (options) => createBrokerClient(options as Parameters<typeof createBrokerClient>[0]),
  wideTables: {
    topics: topicTable,
    partitions: partitionTable,
    nodes: brokerNodeTable,
    brokers: brokerTable,
    pods: podTable,
    plans: planTable,
    configurations: configurationTable,
  },
  details: { partitions: partitionCount, "only replicas": onlyReplicas },
  whyNotDeleted,
};
