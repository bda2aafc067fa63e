export type { ActiveBlock, ActivePhase, ActiveStage } from "./active-plan.ts";
export { ActiveEntries, activePlan, activeStage } from "./active-plan.ts";
export type { BrokerRevision } from "./api.ts";
export { brokerApi } from "./api.ts";
export type { BrokerId } from "./broker-id.ts";
export { BrokerInput } from "./broker-id.ts";
export { BrokerList, BrokerTaskIds, listBrokers, replaceBroker, restartBroker } from "./brokers.ts";
export type { BrokerConfiguration, ServiceConfiguration } from "./configuration.ts";
export { Configuration, listConfigurations, showConfiguration, targetConfiguration } from "./configuration.ts";
export { Connection, showConnection } from "./connection.ts";
export type { PartitionReport, ReportedPartition } from "./partition-report.ts";
export {
  readPartitionReport,
  unavailablePartitions,
  underReplicatedPartitions,
  writePartitionLine,
} from "./partition-report.ts";
export {
  continuePlan,
  forceCompleteStep,
  interruptPlan,
  listPlans,
  restartStep,
  showPlan,
  startPlan,
  stopPlan,
} from "./plans.ts";
export type { BrokerNode } from "./pods.ts";
export { BrokerNodeInput, listPods, pausePod, podInfo, replacePod, restartPod } from "./pods.ts";
export type { ProducerTestFigures } from "./producer-test.ts";
export { ProducerTestInput, producerTestLimits, readProducerTest, testProducer } from "./producer-test.ts";
export type { NumberedPartition } from "./topic-description.ts";
export { Partition, partitionsOf, TopicDescription } from "./topic-description.ts";
export { reservedTopicNames, TopicInput, TopicName } from "./topic-name.ts";
export type { OffsetTime } from "./topic-offsets.ts";
export { OffsetsInput, offsetsOf, offsetTimeAsNumber, TopicOffsets, topicOffsets } from "./topic-offsets.ts";
export {
  AlterTopicInput,
  alterTopic,
  CreateTopicInput,
  createTopic,
  deleteTopic,
  describeTopic,
  listTopics,
  TopicList,
} from "./topics.ts";
