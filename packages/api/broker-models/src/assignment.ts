import { about, operation, type Schema, text } from "@reeve/contract";
import * as v from "valibot";
import { showMoves } from "./moves.ts";
import { Proposal } from "./proposal.ts";
import { type Throttled, type ThrottledInput, throttle } from "./throttle.ts";
import { type TopicInput, TopicName } from "./topic-name.ts";

/** The brokers that partitions of a topic get by hand. */
export interface AssignmentInput extends TopicInput, ThrottledInput {
  /** Numbers of partitions, separated by commas (default: all partitions of the topic). */
  readonly numbers?: string;
  /** Brokers that get the replicas, separated by commas; the first is the preferred leader. */
  readonly replicas: string;
}

/** The checked input of an assignment. */
export type CheckedAssignment = Throttled<AssignmentInput>;

export const AssignmentInput: Schema<CheckedAssignment, AssignmentInput> = v.strictObject({
  topic: TopicName,
  numbers: about(
    "numbers of partitions, separated by commas (default: all partitions of the topic)",
    v.exactOptional(text("numbers of partitions such as 0,3", /^\d{1,7}(?:,\d{1,7}){0,999}$/)),
  ),
  replicas: about(
    "brokers that get the replicas, separated by commas; the first is the preferred leader",
    text("brokers such as 2,0 or broker-2,broker-0", /^(?:broker-)?\d{1,5}(?:,(?:broker-)?\d{1,5}){0,99}$/),
    { names: "broker-node", hasCommas: true },
  ),
  throttle,
});

const QUERY = "topic={topic}&numbers={numbers}&replicas={replicas}&throttle={throttle}";

const example = { topic: "orders", numbers: "0", replicas: "2,0,1" };

export const proposeAssignment = operation({
  summary: "Show what moves if partitions get the given brokers",
  effect: "read",
  input: AssignmentInput,
  output: Proposal,
  routes: { "*": `GET {reeve}/partitions/assignment?${QUERY}` },
  example,
});

export const assignPartitions = operation({
  summary: "Move partitions of a topic to the given brokers",
  about: "This starts the partitions plan, which moves partitions in batches. A dry run shows the moves.",
  effect: "change",
  verifiedBy: "partitions.list",
  previewedBy: "partitions.assignment",
  wait: { by: "plan", plan: "partitions", read: showMoves, done: "the partitions have moved" },
  input: AssignmentInput,
  output: Proposal,
  routes: { "*": `POST {reeve}/partitions/assign?${QUERY}` },
  example,
});
