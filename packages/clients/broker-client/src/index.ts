export { password, serviceAccount, token, tokenCommand, tokenFile, tokenFromEnvironment } from "@reeve/auth";
export type {
  ActiveEntries,
  AlterTopicInput,
  BrokerConnection,
  BrokerInput,
  BrokerList,
  BrokerNodeInput,
  BrokerRevision,
  BrokerTaskIds,
  Configuration,
  CreateTopicInput,
  NumberedPartition,
  OffsetsInput,
  OffsetTime,
  Partition,
  PartitionReport,
  ProducerTestFigures,
  ProducerTestInput,
  ReportedPartition,
  TopicDescription,
  TopicInput,
  TopicList,
  TopicOffsets,
} from "@reeve/broker-models";
export { activeStage, offsetsOf, partitionsOf, readPartitionReport, readProducerTest } from "@reeve/broker-models";
export type {
  CallOptions,
  CompletionOptions,
  NodeProgress,
  NodesInput,
  OneByOneOptions,
  Outage,
  Outcome,
  PlanWaitOptions,
  PlanWaits,
  PodWaits,
  PollOptions,
  PromisedAnswer,
  RawAnswer,
  RolloutProgress,
  RolloutState,
  RolloutStep,
  WaitOptions,
} from "@reeve/client";
export { callOperation, closeClient, describeClient, outcomeOf, revisionOf, rolloutState } from "@reeve/client";
export type { ErrorCode, ErrorContext } from "@reeve/contract";
export { isReeveError, ReeveError } from "@reeve/contract";
export type {
  ConfigurationIds,
  ControlResult,
  MessageResult,
  NodeAction,
  NodeIds,
  NodeInfo,
  Phase,
  PhaseInput,
  Plan,
  PlanInput,
  PlanNames,
  Status,
  Step,
  StepInput,
} from "@reeve/scheduler-models";
export { isDecisionPoint, summaryOf } from "@reeve/scheduler-models";
export type { BrokersInput, BrokerWaits } from "./broker-waits.ts";
export type { BrokerClient, BrokerClientOptions, BrokerNoun } from "./client.ts";
export { createBrokerClient } from "./client.ts";
export type { TopicWaits } from "./topic-waits.ts";
