export type { ActiveBlock, ActivePhase, ActiveStage } from "./active-plan.ts";
export { ActiveEntries, activePlan } from "./active-plan.ts";
export { activeStage } from "./active-stage.ts";
export type { BrokerRevision } from "./api.ts";
export { brokerApi } from "./api.ts";
export type { BrokerId } from "./broker-id.ts";
export { BrokerInput } from "./broker-id.ts";
export { BrokerList, BrokerTaskIds, listBrokers, replaceBroker, restartBroker } from "./brokers.ts";
export type { BrokerConfiguration, ServiceConfiguration } from "./configuration.ts";
export {
  brokerTargetConfiguration,
  Configuration,
  listBrokerConfigurations,
  showBrokerConfiguration,
} from "./configuration.ts";
export { BrokerConnection, showBrokerConnection } from "./connection.ts";
export { offsetsOf } from "./offsets-of.ts";
export { unavailablePartitions, underReplicatedPartitions } from "./partition-report.ts";
export {
  BalanceInput,
  balancePartitions,
  brokerNumbersOf,
  type CheckedBalance,
  continueMoves,
  electLeaders,
  interruptMoves,
  listPartitions,
  namesOf,
  PartitionsInput,
  proposeBalance,
  showMoves,
  stopMoves,
  type TopicsInput,
} from "./partitions.ts";
export type { NumberedPartition } from "./partitions-of.ts";
export { partitionsOf } from "./partitions-of.ts";
export { PartitionPlacement, PartitionPlacements } from "./placement.ts";
export {
  continueBrokerPlan,
  forceCompleteBrokerStep,
  interruptBrokerPlan,
  listBrokerPlans,
  restartBrokerStep,
  showBrokerPlan,
  startBrokerPlan,
  stopBrokerPlan,
} from "./plans.ts";
export type { BrokerNode } from "./pods.ts";
export {
  BrokerNodeInput,
  brokerPodInfo,
  listBrokerPods,
  pauseBrokerPod,
  replaceBrokerPod,
  restartBrokerPod,
} from "./pods.ts";
export { ProducerTestInput, producerTestLimits, testProducer } from "./producer-test.ts";
export type { BrokerBalance, BrokerLoad, ProposedMove, Transfer } from "./proposal.ts";
export { Proposal } from "./proposal.ts";
export type { PartitionReport, ReportedPartition } from "./read-partition-report.ts";
export { readPartitionReport, writePartitionLine } from "./read-partition-report.ts";
export type { ProducerTestFigures } from "./read-producer-test.ts";
export { readProducerTest } from "./read-producer-test.ts";
export { bytesPerSecond } from "./throttle.ts";
export { Partition, TopicDescription } from "./topic-description.ts";
export { reservedTopicNames, TopicInput, TopicName } from "./topic-name.ts";
export type { OffsetTime } from "./topic-offsets.ts";
export { OffsetsInput, offsetTimeAsNumber, TopicOffsets, topicOffsets } from "./topic-offsets.ts";
export {
  AlterTopicInput,
  alterTopic,
  CreateTopicInput,
  changeReplication,
  createTopic,
  deleteTopic,
  describeTopic,
  listTopics,
  proposeReplication,
  ReplicationInput,
  TopicList,
} from "./topics.ts";
