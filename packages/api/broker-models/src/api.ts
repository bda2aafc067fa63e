import { api } from "@reeve/contract";
import { ownNodes, rollingRestart } from "@reeve/scheduler-models";
import { brokerOperations } from "./brokers.ts";
import { configurationOperations } from "./configuration.ts";
import { showConnection } from "./connection.ts";
import { groupOperations } from "./groups.ts";
import { partitionOperations } from "./partitions.ts";
import { brokerPlanOperations } from "./plans.ts";
import { podOperations } from "./pods.ts";
import { topicOperations } from "./topics.ts";

/** The management API of the message broker, in all its revisions. */
export const brokerApi = api({
  name: "broker",
  about: "message broker",
  revisions: ["R1", "R2", "R3"],
  operations: {
    connection: { show: showConnection },
    brokers: brokerOperations,
    topics: topicOperations,
    partitions: partitionOperations,
    groups: groupOperations,
    configurations: configurationOperations,
    plans: brokerPlanOperations,
    pods: podOperations,
    nodes: ownNodes("broker-1"),
    rollingRestart,
  },
});

/** R1, R2 or R3. */
export type BrokerRevision = (typeof brokerApi)["revisions"][number];
