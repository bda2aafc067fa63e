import { about, integer, operation, type Schema } from "@reeve/contract";
import { messageAnswer } from "@reeve/scheduler-models";
import * as v from "valibot";
import { type TopicInput, TopicName } from "./topic-name.ts";

/** The topic and the number of records to send. */
export interface ProducerTestInput extends TopicInput {
  /** Number of records to send. */
  readonly messages: number;
}

/** The limits of the test, which cannot be changed: the maximum number of records per second, and the bytes of a record. */
export const producerTestLimits = { throughput: 100_000, recordSize: 1024 } as const;

/** Records per second on a machine so slow that a user would rather end the test than wait for it any longer. */
const SLOWEST = 2000;

/** Sending this number of records at full throughput takes nearly three hours. */
const MAX_MESSAGES = 1_000_000_000;

export const ProducerTestInput: Schema<ProducerTestInput, ProducerTestInput> = v.strictObject({
  topic: TopicName,
  messages: about("number of records to send", integer(1, MAX_MESSAGES)),
});

const ROUTE = "PUT /topics/{topic}?operation=producer-test&messages={messages}";

export const testProducer = operation({
  summary: "Test how fast records can be written to a topic",
  about: "Sends records of 1,024 bytes, at most 100,000 a second, with the engine's own tool; the records stay in the topic.",
  effect: "change",
  verifiedBy: "topics.offsets",
  input: ProducerTestInput,
  output: messageAnswer,
  routes: { R1: ROUTE, R2: ROUTE, R3: ROUTE },
  timeout: ({ messages }) => Math.ceil((messages / SLOWEST) * 1000) + 60_000,
  example: { topic: "orders", messages: 10_000 },
});
