export { type Assignment, assignmentMoves } from "./assign.ts";
export { BROKER_HEARTBEAT, BROKER_SESSION, brokerTraits, checkBrokerSettings } from "./check-broker-settings.ts";
export { describeProposal } from "./describe-proposal.ts";
export { copiesOf, type Move } from "./draft.ts";
export { DEFAULT_RATE, electionPlan, type MovePlanOptions, movePlan } from "./move-plan.ts";
export {
  aloneNote,
  leastInSync,
  type PartitionWork,
  partitionWorkOf,
  progressOf,
  usualCopies,
} from "./partition-work.ts";
export {
  type BalanceOptions,
  balanceMoves,
  emptyingMoves,
  fullBroker,
  replicationMoves,
  roomFor,
  tooWide,
} from "./propose.ts";
export { expectNoMembers, type OffsetsAt, resetOf } from "./reset-offsets.ts";
export {
  checkTopicSettings,
  inheritedInOtherUnit,
  topicSettingsOf,
  usualTopicSetting,
} from "./topic-settings.ts";
