import { api } from "@reeve/contract";
import { allPlans, inspectPlan, ownNodes } from "@reeve/scheduler-models";
import { activePlan } from "./active-plan.ts";
import { listBrokers, replaceBroker, restartBroker } from "./brokers.ts";
import { listConfigurations, showConfiguration, targetConfiguration } from "./configuration.ts";
import { showConnection } from "./connection.ts";
import { unavailablePartitions, underReplicatedPartitions } from "./partition-report.ts";
import {
  balancePartitions,
  continueMoves,
  electLeaders,
  interruptMoves,
  listPartitions,
  proposeBalance,
  showMoves,
  stopMoves,
} from "./partitions.ts";
import {
  continuePlan,
  forceCompleteStep,
  interruptPlan,
  listPlans,
  restartStep,
  showPlan,
  startPlan,
  stopPlan,
} from "./plans.ts";
import { listPods, pausePod, podInfo, replacePod, restartPod } from "./pods.ts";
import { testProducer } from "./producer-test.ts";
import { topicOffsets } from "./topic-offsets.ts";
import {
  alterTopic,
  changeReplication,
  createTopic,
  deleteTopic,
  describeTopic,
  listTopics,
  proposeReplication,
} from "./topics.ts";

/** The management API of the message broker, in all its revisions. */
export const brokerApi = api({
  name: "broker",
  about: "message broker",
  revisions: ["R1", "R2", "R3"],
  operations: {
    connection: { show: showConnection },
    brokers: { list: listBrokers, restart: restartBroker, replace: replaceBroker },
    topics: {
      list: listTopics,
      describe: describeTopic,
      create: createTopic,
      offsets: topicOffsets,
      alter: alterTopic,
      proposal: proposeReplication,
      replication: changeReplication,
      producerTest: testProducer,
      delete: deleteTopic,
      underReplicated: underReplicatedPartitions,
      unavailable: unavailablePartitions,
    },
    partitions: {
      list: listPartitions,
      proposal: proposeBalance,
      balance: balancePartitions,
      electLeaders,
      show: showMoves,
      continue: continueMoves,
      interrupt: interruptMoves,
      stop: stopMoves,
    },
    configurations: { list: listConfigurations, show: showConfiguration, target: targetConfiguration },
    plans: {
      list: listPlans,
      show: showPlan,
      all: allPlans,
      inspect: inspectPlan,
      active: activePlan,
      continue: continuePlan,
      interrupt: interruptPlan,
      forceComplete: forceCompleteStep,
      restart: restartStep,
      start: startPlan,
      stop: stopPlan,
    },
    pods: { list: listPods, info: podInfo, restart: restartPod, replace: replacePod, pause: pausePod },
    nodes: ownNodes("broker-1"),
  },
});

/** R1, R2 or R3. */
export type BrokerRevision = (typeof brokerApi)["revisions"][number];
