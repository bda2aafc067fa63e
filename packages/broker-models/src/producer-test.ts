import { about, integer, operation, type Schema } from "@reeve/contract";
import { messageAnswer } from "@reeve/scheduler-models";
import * as v from "valibot";
import { TopicName } from "./topic-name.ts";

/** How many records to send to which topic. */
export interface ProducerTestInput {
  readonly topic: string;
  readonly messages: number;
}

/** What the tool is told, besides topic and number of records. */
export const producerTestLimits = { throughput: 100_000, recordSize: 1024 } as const;

/** Nearly three hours at full speed. */
const MOST_MESSAGES = 1_000_000_000;

export const ProducerTestInput: Schema<ProducerTestInput, ProducerTestInput> = v.strictObject({
  topic: TopicName,
  messages: about("number of records to send", integer(1, MOST_MESSAGES)),
});

export const testProducer = operation({
  summary: "Test how fast records can be written to a topic",
  about: "Sends records of 1,024 bytes, at most 100,000 a second, with the engine's own tool; the topic keeps them.",
  effect: "change",
  shownBy: "topics.offsets",
  input: ProducerTestInput,
  output: messageAnswer,
  routes: {
    R1: "PUT /topics/{topic}?operation=producer-test&messages={messages}",
    R2: "PUT /topics/{topic}?operation=producer-test&messages={messages}",
    R3: "PUT /topics/{topic}?operation=producer-test&messages={messages}",
  },
  patience: ({ messages }) => Math.ceil((messages / producerTestLimits.throughput) * 1000) + 60_000,
  example: { topic: "orders", messages: 10_000 },
});

/** What a producer test measured. Latencies are in milliseconds. */
export interface ProducerTestFigures {
  readonly records: number;
  readonly recordsPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly averageLatency: number;
  readonly maximumLatency: number;
  /** Latency by percentile: 50, 95, 99, 99.9. */
  readonly percentiles: ReadonlyMap<number, number>;
}

const FIGURES =
  /(?<!\d)(\d{1,15}) records sent, ([\d.]{1,20}) records\/sec \(([\d.]{1,20}) MB\/sec\), ([\d.]{1,20}) ms avg latency, ([\d.]{1,20}) ms max latency((?:, [\d.]{1,20} ms [\d.]{1,6}th){1,20})/g;

/** Reads the figures out of a producer test's message; undefined where there are none. Of several lines the last one counts, the others are interim. */
export function readProducerTest(message: string): ProducerTestFigures | undefined {
  const [, records, perSecond, megabytes, average, maximum, rest = ""] = [...message.matchAll(FIGURES)].at(-1) ?? [];
  if (records === undefined) return undefined;
  const percentiles = [...rest.matchAll(/([\d.]+) ms ([\d.]+)th/g)].map(
    ([, latency, percentile]) => [Number(percentile), Number(latency)] as const,
  );
  return {
    records: Number(records),
    recordsPerSecond: Number(perSecond),
    megabytesPerSecond: Number(megabytes),
    averageLatency: Number(average),
    maximumLatency: Number(maximum),
    percentiles: new Map(percentiles),
  };
}
