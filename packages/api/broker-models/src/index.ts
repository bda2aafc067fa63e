export type { ActiveBlock, ActivePhase, ActiveStage } from "./active-plan.ts";
export { ActiveEntries, activePlan } from "./active-plan.ts";
export { activeStage } from "./active-stage.ts";
export type { BrokerRevision } from "./api.ts";
export { brokerApi } from "./api.ts";
export { AssignmentInput, assignPartitions, type CheckedAssignment, proposeAssignment } from "./assignment.ts";
export type { BrokerId } from "./broker-id.ts";
export { BrokerInput } from "./broker-id.ts";
export { BrokerList, BrokerTaskIds, listBrokers, replaceBroker, restartBroker } from "./brokers.ts";
export type { BrokerConfiguration, ServiceConfiguration } from "./configuration.ts";
export { Configuration, listConfigurations, showConfiguration, targetConfiguration } from "./configuration.ts";
export { Connection, showConnection } from "./connection.ts";
export {
  CreatedTopic,
  CreateTopicInput,
  CreateTopicWithInput,
  createTopic,
  createTopicWith,
} from "./create-topic.ts";
export type { Group, GroupMember, GroupOffset, OffsetReset } from "./group-resources.ts";
export { GroupDeletion, GroupDetails, Groups, OffsetResets, recordsIn } from "./group-resources.ts";
export {
  type CheckedReset,
  deleteGroup,
  GroupInput,
  listGroups,
  proposeReset,
  ResetInput,
  resetGroup,
  showGroup,
} from "./groups.ts";
export { continueMoves, interruptMoves, showMoves, stopMoves } from "./moves.ts";
export { offsetsOf } from "./offsets-of.ts";
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
export type { NumberedPartition } from "./partitions-of.ts";
export { partitionsOf } from "./partitions-of.ts";
export { PartitionPlacement, PartitionPlacements } from "./placement.ts";
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
export type { TopicsInput } from "./topic-names.ts";
export type { OffsetTime } from "./topic-offsets.ts";
export { OffsetsInput, offsetTimeAsNumber, TopicOffsets, topicOffsets } from "./topic-offsets.ts";
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
