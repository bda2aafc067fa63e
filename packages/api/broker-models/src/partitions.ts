import { about, choice, operation, type Schema, text } from "@reeve/contract";
import { ownPlanAnswer } from "@reeve/scheduler-models";
import * as v from "valibot";
import { assignPartitions, proposeAssignment } from "./assignment.ts";
import { continueMoves, interruptMoves, showMoves, stopMoves } from "./moves.ts";
import { PartitionPlacements } from "./placement.ts";
import { Proposal } from "./proposal.ts";
import { type Throttled, type ThrottledInput, throttle } from "./throttle.ts";
import { TopicNames, TopicsInput } from "./topic-name.ts";

/** Selects the partitions to list. */
export interface PartitionsInput extends TopicsInput {
  /** Only partitions with a replica on these brokers, separated by commas (default: all). */
  readonly brokers?: string;
  /** Only partitions that are moving, or only partitions with a replica that is not in sync. */
  readonly only?: "moving" | "under-replicated";
}

/** The options of a balance. */
export interface BalanceInput extends TopicsInput, ThrottledInput {
  /** Brokers from which all partitions are moved away, separated by commas, such as broker-2. */
  readonly away_from?: string;
  /** `new`: move replicas only to brokers that have no replicas yet. */
  readonly to?: "new";
}

/** The checked input of a balance. */
export type CheckedBalance = Throttled<BalanceInput>;

const someBrokers = (words: string) =>
  about(
    words,
    v.exactOptional(text("brokers such as 2 or broker-2, separated by commas", /^(?:broker-)?\d{1,5}(?:,(?:broker-)?\d{1,5}){0,999}$/)),
    { names: "broker-node", hasCommas: true },
  );

export const PartitionsInput: Schema<PartitionsInput, PartitionsInput> = v.strictObject({
  topics: TopicNames,
  brokers: someBrokers("only partitions with a replica on these brokers, separated by commas (default: all)"),
  only: about(
    "only partitions that are moving, or only partitions with a replica that is not in sync",
    v.exactOptional(choice("moving", "under-replicated")),
  ),
});

export const BalanceInput: Schema<CheckedBalance, BalanceInput> = v.pipe(
  v.strictObject({
    topics: TopicNames,
    away_from: someBrokers("brokers from which all partitions are moved away, separated by commas, such as broker-2"),
    to: about("new: move replicas only to brokers that have no replicas yet", v.exactOptional(choice("new"))),
    throttle,
  }),
  v.forward(
    v.partialCheck(
      [["to"], ["away_from"]],
      ({ to, away_from }) => to === undefined || away_from === undefined,
      "expected either to or away_from, not both",
    ),
    ["to"],
  ),
);

const QUERY = "topics={topics}&away_from={away_from}&to={to}&throttle={throttle}";

/** The names in a comma-separated list. */
export function namesOf(list: string | undefined): readonly string[] | undefined {
  return list?.split(",");
}

/** The broker numbers in a comma-separated list. */
export function brokerNumbersOf(list: string | undefined): readonly number[] | undefined {
  return namesOf(list)?.map((name) => Number(name.replace(/^broker-/, "")));
}

export const listPartitions = operation({
  summary: "List the partitions: their brokers, their sizes and current moves",
  effect: "read",
  input: PartitionsInput,
  output: PartitionPlacements,
  list: { of: "partitions", hasEvents: false },
  routes: { "*": "GET {reeve}/partitions?topics={topics}&brokers={brokers}&only={only}" },
  example: { topics: "orders", brokers: "broker-1" },
});

export const proposeBalance = operation({
  summary: "Show what a balance would move",
  about: "A balance gives all brokers equal numbers of replicas and leaders, then equal sizes, with as few moves as possible.",
  effect: "read",
  input: BalanceInput,
  output: Proposal,
  routes: { "*": `GET {reeve}/partitions/proposal?${QUERY}` },
  example: { topics: "orders" },
});

export const balancePartitions = operation({
  summary: "Move partitions so that all brokers have equal shares",
  about: "This starts the partitions plan, which moves partitions in batches. A dry run shows the moves.",
  effect: "change",
  verifiedBy: "partitions.list",
  previewedBy: "partitions.proposal",
  wait: { by: "plan", plan: "partitions", read: showMoves, done: "the partitions have moved" },
  input: BalanceInput,
  output: Proposal,
  routes: { "*": `POST {reeve}/partitions/balance?${QUERY}` },
  example: { away_from: "broker-1" },
});

export const electLeaders = operation({
  summary: "Make the first replica of each partition its leader",
  about: "This starts the partitions plan, which waits while another rollout is in progress.",
  effect: "change",
  verifiedBy: "partitions.show",
  wait: { by: "plan", plan: "partitions", read: showMoves, done: "the first replica of each partition is its leader again" },
  input: TopicsInput,
  output: ownPlanAnswer,
  routes: { "*": "POST {reeve}/partitions/elect-leaders?topics={topics}" },
  example: { topics: "orders" },
});

/** The operations on partitions, by verb. */
export const partitionOperations = {
  list: listPartitions,
  proposal: proposeBalance,
  balance: balancePartitions,
  assignment: proposeAssignment,
  assign: assignPartitions,
  electLeaders,
  show: showMoves,
  continue: continueMoves,
  interrupt: interruptMoves,
  stop: stopMoves,
} as const;
