import { about, choice, operation, type Schema, text } from "@reeve/contract";
import { controlAnswer, planAnswer } from "@reeve/scheduler-models";
import * as v from "valibot";
import { PartitionPlacements } from "./placement.ts";
import { Proposal } from "./proposal.ts";
import { throttle } from "./throttle.ts";

/** Which partitions to list. */
export interface PartitionsInput {
  /** Names of topics, separated by commas; all when left out. */
  readonly topics?: string;
  /** Brokers that have a copy, by number or name, separated by commas; all when left out. */
  readonly brokers?: string;
  /** Only those that are moving. */
  readonly only?: "moving";
}

/** What a balance is to do. */
export interface BalanceInput {
  /** Names of topics, separated by commas; all when left out. */
  readonly topics?: string;
  /** Brokers that are to have nothing, by number or name, separated by commas. */
  readonly away_from?: string;
  /** Only brokers without replicas get some. */
  readonly to?: "new";
  /** `50MB/s` when left out. */
  readonly throttle?: string;
}

/** A balance as it is sent: the throttle always stands. */
export interface CheckedBalance extends BalanceInput {
  readonly throttle: string;
}

/** The topics whose leaders are brought back; all when left out. */
export interface TopicsInput {
  readonly topics?: string;
}

const topics = about(
  "names of topics, separated by commas; all when left out",
  v.exactOptional(text("names of topics, separated by commas", /^[\w.-]{1,249}(?:,[\w.-]{1,249}){0,999}$/)),
);

const someBrokers = (words: string) =>
  about(
    words,
    v.exactOptional(
      text(
        "brokers such as 2 or broker-2, separated by commas",
        /^(?:broker-)?\d{1,5}(?:,(?:broker-)?\d{1,5}){0,999}$/,
      ),
    ),
  );

export const PartitionsInput: Schema<PartitionsInput, PartitionsInput> = v.strictObject({
  topics,
  brokers: someBrokers("brokers that have a copy, separated by commas; all when left out"),
  only: about("only partitions that are moving", v.exactOptional(choice("moving"))),
});

export const BalanceInput: Schema<CheckedBalance, BalanceInput> = v.pipe(
  v.strictObject({
    topics,
    away_from: someBrokers("brokers that are to have nothing, separated by commas: broker-2"),
    to: about("give copies only to brokers that have none", v.exactOptional(choice("new"))),
    throttle,
  }),
  v.forward(
    v.partialCheck(
      [["to"], ["away_from"]],
      ({ to, away_from }) => to === undefined || away_from === undefined,
      "expected either this or away_from",
    ),
    ["to"],
  ),
);

const TopicsInput: Schema<TopicsInput, TopicsInput> = v.strictObject({ topics });

const OWN = "Only Reeve's own service has this.";

const QUERY = "topics={topics}&away_from={away_from}&to={to}&throttle={throttle}";

/** The names in a list that is separated by commas. */
export function namesOf(list: string | undefined): readonly string[] | undefined {
  return list?.split(",");
}

/** The numbers of brokers in such a list. */
export function brokerNumbersOf(list: string | undefined): readonly number[] | undefined {
  return namesOf(list)?.map((name) => Number(name.replace(/^broker-/, "")));
}

export const listPartitions = operation({
  summary: "List the partitions: their places, their sizes, what moves",
  about: OWN,
  effect: "read",
  input: PartitionsInput,
  output: PartitionPlacements,
  routes: { "*": "GET {reeve}/partitions?topics={topics}&brokers={brokers}&only={only}" },
  example: { topics: "orders", brokers: "broker-1" },
});

export const proposeBalance = operation({
  summary: "Show what a balance would move",
  about: `Replicas and leaders even by number, then by size, with as few moves as that takes. ${OWN}`,
  effect: "read",
  input: BalanceInput,
  output: Proposal,
  routes: { "*": `GET {reeve}/partitions/proposal?${QUERY}` },
  example: { topics: "orders" },
});

export const balancePartitions = operation({
  summary: "Move partitions so that brokers have as much as each other",
  about: `It begins the plan partitions, which moves them in batches; a dry run shows what it would move. ${OWN}`,
  effect: "change",
  verifiedBy: "partitions.list",
  previewedBy: "partitions.proposal",
  input: BalanceInput,
  output: Proposal,
  routes: { "*": `POST {reeve}/partitions/balance?${QUERY}` },
  example: { away_from: "broker-1" },
});

export const electLeaders = operation({
  summary: "Make the first replica of each partition its leader",
  about: `It begins the plan partitions, which waits for a rollout that is under way. ${OWN}`,
  effect: "change",
  verifiedBy: "partitions.show",
  input: TopicsInput,
  output: planAnswer,
  routes: { "*": "POST {reeve}/partitions/elect-leaders?topics={topics}" },
  example: { topics: "orders" },
});

export const showMoves = operation({
  summary: "Show the plan that moves partitions",
  about: OWN,
  effect: "read",
  output: planAnswer,
  routes: { "*": "GET {reeve}/plans/partitions" },
});

export const continueMoves = operation({
  summary: "Continue to move partitions, or try again what has failed",
  about: OWN,
  effect: "change",
  verifiedBy: "partitions.show",
  output: controlAnswer,
  routes: { "*": "POST {reeve}/plans/partitions/continue" },
});

export const interruptMoves = operation({
  summary: "Pause after the partitions that move now",
  about: `It then waits for continue. ${OWN}`,
  effect: "change",
  verifiedBy: "partitions.show",
  output: controlAnswer,
  routes: { "*": "POST {reeve}/plans/partitions/interrupt" },
});

export const stopMoves = operation({
  summary: "Stop moving partitions, cancel the current moves",
  about: `What has moved stays where it is; every partition keeps all of its copies. ${OWN}`,
  effect: "change",
  verifiedBy: "partitions.show",
  output: controlAnswer,
  routes: { "*": "POST {reeve}/plans/partitions/stop" },
});
