export { BROKER_HEARTBEAT, BROKER_SESSION, brokerTraits, checkBrokerSettings } from "./check-broker-settings.ts";
export { describeProposal } from "./describe-proposal.ts";
export { aloneNote, leastInSync } from "./in-sync.ts";
export { copiesOf, type Move } from "./move.ts";
export { DEFAULT_RATE, electionPlan, type MovePlanOptions, movePlan } from "./move-plan.ts";
export { type PartitionWork, partitionWorkOf, progressOf } from "./partition-work.ts";
export { type BalanceOptions, balanceMoves, emptyingMoves, replicationMoves } from "./propose.ts";
export { fullBroker, roomFor, tooWide } from "./room.ts";
