import { partitionsOf, type TopicList } from "@reeve/broker-models";
import { type CallOptions, type Watcher, waitForCompletion } from "@reeve/client";
import { type ErrorCode, isReeveError } from "@reeve/contract";
import { type Column, countOf, table } from "@reeve/terminal";
import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { waitOptions } from "../shared/progress.ts";
import { brokerClient } from "./client.ts";
import { inBatches } from "./in-batches.ts";

const topic = ({ input }: Pick<CommandContext, "input">) => String(input.topic);

const list: CommandExtras<TopicList> = {
  wide: async (topics, command) => table(await described(topics, command), topicColumns, command.style),
};

interface TopicRow {
  readonly name: string;
  readonly partitions?: number;
  readonly inSync?: number;
}

const topicColumns: readonly Column<TopicRow>[] = [
  { head: "NAME", cell: ({ name }) => name },
  { head: "PARTITIONS", cell: ({ partitions }) => partitions },
  { head: "IN SYNC (min)", cell: ({ inSync }) => inSync },
];

/** Describes each topic with one request, a few at the same time. The row of a topic that cannot be described has only a name. */
function described(topics: TopicList, { session }: CommandContext): Promise<readonly TopicRow[]> {
  return inBatches(topics, async (name) => {
    try {
      const partitions = partitionsOf(await brokerClient(session).topics.describe({ topic: name }, session.options()));
      return { name, partitions: partitions.length, inSync: Math.min(...partitions.map(({ isr }) => isr.length)) };
    } catch (thrown) {
      if (isReeveError(thrown) && aboutOne.has(thrown.code)) return { name };
      throw thrown;
    }
  });
}

/** The errors that concern only one topic. After such an error, the other topics are still listed; any other error ends the command. */
const aboutOne: ReadonlySet<ErrorCode> = new Set([
  "bad-input",
  "not-found",
  "forbidden",
  "conflict",
  "server-failure",
  "unexpected-response",
]);

const deletion: CommandExtras = {
  name: topic,
  agreement: { act: "deleting", name: topic },
  detail: async (command) => {
    const client = brokerClient(command.session);
    const partitions = partitionsOf(await client.topics.describe({ topic: topic(command) }, command.session.options()));
    return `${topic(command)} has ${countOf(partitions.length, "partition")}`;
  },
  wait: async (command, waiting) => {
    (await command.session.call("topics.delete", command.input)).read();
    await waitForCompletion(`the deletion of ${topic(command)}`, untilGone(command), waitOptions(command, waiting));
    return `Topic ${topic(command)} is gone.`;
  },
};

/** Watches until the topic is gone. The wait fails at once if the engine's settings forbid the deletion of topics. */
function untilGone(command: CommandContext): Watcher {
  const client = brokerClient(command.session);
  return async (options) => {
    const isGone = !(await client.topics.list({}, options)).includes(topic(command));
    const failed = isGone ? undefined : await whyNotDeleted(command, options);
    return { started: true, finished: isGone, missing: "it is still listed", ...(failed !== undefined && { failed }) };
  };
}

async function whyNotDeleted({ session }: CommandContext, options: CallOptions): Promise<string | undefined> {
  const { engineConfiguration } = await brokerClient(session).configurations.target({}, options);
  const setting = (engineConfiguration as Readonly<Record<string, unknown>>)["delete.topic.enable"];
  return String(setting) === "false" ? "the topic stays, because delete.topic.enable is false" : undefined;
}

/** What the topic commands do beyond the declarations of their operations. */
export const topicShows: Readonly<Record<string, CommandExtras>> = {
  "topics.list": list,
  "topics.create": { name: topic },
  "topics.alter": { name: topic },
  "topics.delete": deletion,
};
