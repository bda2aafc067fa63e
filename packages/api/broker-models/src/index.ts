export type { ActiveBlock, ActivePhase, ActiveStage } from "./active-plan.ts";
export { ActiveEntries, activePlan } from "./active-plan.ts";
export type { BrokerRevision } from "./api.ts";
export { brokerApi } from "./api.ts";
export { AssignmentInput, assignPartitions, type CheckedAssignment, proposeAssignment } from "./assignment.ts";
export type { BrokerId } from "./brokers.ts";
export { BrokerInput, BrokerList, BrokerTaskIds, listBrokers, replaceBroker, restartBroker } from "./brokers.ts";
export type { BrokerConfiguration, ServiceConfiguration } from "./configuration.ts";
export { brokerTargetConfiguration, Configuration, listBrokerConfigurations, showBrokerConfiguration } from "./configuration.ts";
export { BrokerConnection, showBrokerConnection } from "./connection.ts";
export { CreatedTopic, CreateTopicInput, CreateTopicWithInput, createTopic, createTopicWith } from "./create-topic.ts";
export type { ConsumerGroup, GroupMember, GroupOffset, OffsetReset } from "./group-resources.ts";
export { GroupDeletion, GroupDetails, Groups, OffsetResets, recordsIn } from "./group-resources.ts";
export { type CheckedReset, deleteGroup, GroupInput, listGroups, proposeReset, ResetInput, resetGroup, showGroup } from "./groups.ts";
export { continueMoves, interruptMoves, showMoves, stopMoves } from "./moves.ts";
export { unavailablePartitions, underReplicatedPartitions } from "./partition-report.ts";
export {
  BalanceInput,
  balancePartitions,
  brokerNumbersOf,
  type CheckedBalance,
  electLeaders,
  listPartitions,
  namesOf,
  PartitionsInput,
  proposeBalance,
} from "./partitions.ts";
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
export { BrokerNodeInput, brokerPodInfo, listBrokerPods, pauseBrokerPod, replaceBrokerPod, restartBrokerPod } from "./pods.ts";
export { ProducerTestInput, producerTestLimits, testProducer } from "./producer-test.ts";
export type { BrokerBalance, BrokerLoad, ProposedMove, Transfer } from "./proposal.ts";
export { Proposal } from "./proposal.ts";
export type { PartitionReport, ReportedPartition } from "./read-partition-report.ts";
export { readPartitionReport, writePartitionLine } from "./read-partition-report.ts";
export type { ProducerTestFigures } from "./read-producer-test.ts";
export { readProducerTest } from "./read-producer-test.ts";
export { activeStage, type NumberedPartition, offsetsOf, partitionsOf } from "./readers.ts";
export { bytesPerSecond } from "./throttle.ts";
export { Partition, TopicDescription } from "./topic-description.ts";
export type { TopicsInput } from "./topic-name.ts";
export { reservedTopicNames, TopicInput, TopicName } from "./topic-name.ts";
export type { OffsetTime } from "./topic-offsets.ts";
export { OffsetsInput, TopicOffsets, topicOffsets } from "./topic-offsets.ts";
export type { TopicOverview, TopicShare } from "./topic-overview.ts";
export { TopicOverviews, topicOverview } from "./topic-overview.ts";
export type { TopicSetting } from "./topic-settings.ts";
export {
  ConfigureTopicInput,
  configureTopic,
  SettingValues,
  showTopicSettings,
  TopicSettings,
  topicSettingNames,
} from "./topic-settings.ts";
export {
  AlterTopicInput,
  alterTopic,
  changeReplication,
  deleteTopic,
  describeTopic,
  listTopics,
  proposeReplication,
  ReplicationInput,
  TopicList,
} from "./topics.ts";
