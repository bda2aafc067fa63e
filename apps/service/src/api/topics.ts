import { type ReportedPartition, type SettingValues, writePartitionLine } from "@reeve/broker-models";
import { defined, isReeveError, ReeveError } from "@reeve/contract";
import { suggestionFor } from "@reeve/orchestrator/engine";
import { json, unchanging } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { BrokerHandlers } from "./handlers.ts";
import { topicOverviews } from "./topic-overviews.ts";

/** Topic operations, answered by the engine's administration. */
export const topicHandlers: Omit<BrokerHandlers["topics"], "proposal" | "replication"> = {
  list: async ({ administration }) => {
    const topics = await administration.topics();
    return unchanging(topics, () => JSON.stringify(topics));
  },
  overview: async (instance, input) => json(topicOverviews(instance.name, await instance.administration.layout(), input)),
  describe: async ({ administration }, { topic }, { takesNotes }) => {
    const noted = takesNotes ? administration.alone(topic) : undefined;
    const [partitions, note] = await Promise.all([administration.describe(topic), noted]);
    const described = { partitions: partitions.map((partition, number) => ({ [number]: partition })) };
    return note === undefined ? unchanging(partitions, () => JSON.stringify(described)) : json({ ...described, note });
  },
  create: async ({ administration }, { topic, partitions, replication }, { takesNotes }) => {
    await administration.create(topic, partitions, replication);
    const note = takesNotes ? await administration.alone(topic).catch(() => undefined) : undefined;
    return json(defined({ message: `Created topic "${topic}".`, note }));
  },
  createWith: async ({ administration }, { topic, set = {}, ...numbers }) => {
    const has = await administration.createWith(topic, { ...numbers, set: asTexts(set) });
    const note = await administration.alone(topic).catch(() => undefined);
    return json(defined({ topic, ...has, note }));
  },
  settings: async ({ administration }, { topic }) => json(await administration.settings(topic)),
  configure: async ({ administration }, { topic, set = {}, unset = [] }) => {
    const names = (await administration.settings(topic)).map(({ name }) => name);
    for (const name of [...Object.keys(set), ...unset]) {
      if (names.includes(name)) continue;
      throw new ReeveError("bad-input", `${name} is not a setting of a topic${suggestionFor(name, names)}`);
    }
    const both = unset.find((name) => Object.hasOwn(set, name));
    if (both !== undefined) throw new ReeveError("bad-input", `${both} cannot be both set and unset`);
    await administration.configure(topic, { set: asTexts(set), unset });
    return json(await administration.settings(topic));
  },
  offsets: async ({ administration }, { topic, time = "last" }) => {
    const offsets = await administration.offsets(topic, time);
    return json(offsets.map((offset, partition) => ({ [partition]: offset === undefined ? "" : String(offset) })));
  },
  alter: async ({ administration }, { topic, partitions }) => {
    await administration.alter(topic, partitions);
    return message(`${KEYS_MOVE}\nAdding partitions succeeded!`);
  },
  producerTest: async ({ administration }, { topic, messages }, { signal, timeout }) => {
    const gone = signal();
    const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
    try {
      return message(await administration.producerTest(topic, messages, limit ? AbortSignal.any([gone, limit]) : gone));
    } catch (error) {
      if (gone.aborted) throw new ReeveError("cancelled", "the producer test was stopped, because its client has disconnected");
      if (limit?.aborted && !isReeveError(error, "not-found")) {
        throw new ReeveError("timed-out", `the producer test was stopped at its timeout of ${timeout} ms`);
      }
      throw error;
    }
  },
  delete: async ({ administration }, { topic }, { takesNotes }) => {
    const outcome = await administration.delete(topic);
    const message = `Topic ${topic} is marked for deletion.\n${DELETION}`;
    return json(takesNotes ? { message, note: OUTCOMES[outcome](topic) } : { message }, 202);
  },
  underReplicated: async ({ administration }) => report(await administration.underReplicated()),
  unavailable: async ({ administration }) => report(await administration.unavailable()),
};

function asTexts(set: SettingValues): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]));
}

const KEYS_MOVE =
  "WARNING: If partitions are increased for a topic that has a key, the partition logic or ordering of the messages will be affected";
/** The API document's text, which is the same whatever the setting is. The note after it says what happened. */
const DELETION = "Note: This will have no impact if delete.topic.enable is not set to true.";
const OUTCOMES = {
  deleted: (topic: string) => `delete.topic.enable is true, so the topic ${topic} has been deleted`,
  kept: (topic: string) => `delete.topic.enable is false, so the topic ${topic} stays`,
} as const;

function message(text: string): HttpAnswer {
  return json({ message: text });
}

function report(partitions: readonly ReportedPartition[]): HttpAnswer {
  return message(partitions.map(writePartitionLine).join("\n"));
}
