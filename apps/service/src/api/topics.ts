import {
  type AlterTopicInput,
  type CreateTopicInput,
  type OffsetsInput,
  type ProducerTestInput,
  type ReportedPartition,
  type TopicInput,
  writePartitionLine,
} from "@reeve/broker-models";
import { isReeveError, ReeveError } from "@reeve/contract";
import type { Instance } from "@reeve/orchestrator";
import { json, unchanging } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { Asked } from "./handlers.ts";

type Brokers = Instance<"broker">;

/** Topic operations, answered by the engine's administration. */
export const topicHandlers = {
  list: async ({ administration }: Brokers): Promise<HttpAnswer> => {
    const topics = await administration.topics();
    return unchanging(topics, () => JSON.stringify(topics));
  },
  describe: async ({ administration }: Brokers, { topic }: TopicInput, { takesNotes }: Asked): Promise<HttpAnswer> => {
    const noted = takesNotes ? administration.alone(topic) : undefined;
    const [partitions, note] = await Promise.all([administration.describe(topic), noted]);
    const described = { partitions: partitions.map((partition, number) => ({ [number]: partition })) };
    return note === undefined ? unchanging(partitions, () => JSON.stringify(described)) : json({ ...described, note });
  },
  create: async (
    { administration }: Brokers,
    { topic, partitions, replication }: CreateTopicInput,
    { takesNotes }: Asked,
  ): Promise<HttpAnswer> => {
    await administration.create(topic, partitions, replication);
    const note = takesNotes ? await administration.alone(topic).catch(() => undefined) : undefined;
    return json({ message: `Created topic "${topic}".`, ...(note !== undefined && { note }) });
  },
  offsets: async ({ administration }: Brokers, { topic, time = "last" }: OffsetsInput): Promise<HttpAnswer> => {
    const offsets = await administration.offsets(topic, time);
    return json(offsets.map((offset, partition) => ({ [partition]: offset === undefined ? "" : String(offset) })));
  },
  alter: async ({ administration }: Brokers, { topic, partitions }: AlterTopicInput): Promise<HttpAnswer> => {
    await administration.alter(topic, partitions);
    return message(`${KEYS_MOVE}\nAdding partitions succeeded!`);
  },
  producerTest: async (
    { administration }: Brokers,
    { topic, messages }: ProducerTestInput,
    { signal, timeout }: Asked,
  ): Promise<HttpAnswer> => {
    const gone = signal();
    const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
    try {
      return message(await administration.producerTest(topic, messages, limit ? AbortSignal.any([gone, limit]) : gone));
    } catch (error) {
      if (gone.aborted)
        throw new ReeveError("cancelled", "the producer test was stopped, because its client has disconnected");
      if (limit?.aborted && !isReeveError(error, "not-found")) {
        throw new ReeveError("timed-out", `the producer test was stopped at its timeout of ${timeout} ms`);
      }
      throw error;
    }
  },
  delete: async ({ administration }: Brokers, { topic }: TopicInput): Promise<HttpAnswer> => {
    await administration.delete(topic);
    return json({ message: `Topic ${topic} is marked for deletion.\n${DELETION}` }, 202);
  },
  underReplicated: async ({ administration }: Brokers): Promise<HttpAnswer> =>
    report(await administration.underReplicated()),
  unavailable: async ({ administration }: Brokers): Promise<HttpAnswer> => report(await administration.unavailable()),
} as const;

const KEYS_MOVE =
  "WARNING: If partitions are increased for a topic that has a key, the partition logic or ordering of the messages will be affected";
const DELETION = "Note: This will have no impact if delete.topic.enable is not set to true.";

function message(text: string): HttpAnswer {
  return json({ message: text });
}

function report(partitions: readonly ReportedPartition[]): HttpAnswer {
  return message(partitions.map(writePartitionLine).join("\n"));
}
