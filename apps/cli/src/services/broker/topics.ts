import { partitionsOf, type TopicList } from "@reeve/broker-models";
import type { CallOptions } from "@reeve/client";
import { type ErrorCode, isReeveError } from "@reeve/contract";
import { type Column, countOf, table } from "@reeve/terminal";
import type { CommandContext } from "../../operations/command-context.ts";
import { brokerClient } from "./client.ts";
import { inBatches } from "./in-batches.ts";

/** A table of topics with their numbers of partitions and in-sync replicas. It needs one request for each topic. */
export async function topicTable(topics: TopicList, command: CommandContext): Promise<readonly string[]> {
  return table(await described(topics, command), topicColumns, command.style);
}

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

/** How many partitions the topic has, for the confirmation of its deletion. */
export async function partitionCount({ session, input }: CommandContext): Promise<string> {
  const topic = String(input.topic);
  const partitions = partitionsOf(await brokerClient(session).topics.describe({ topic }, session.options()));
  return `${topic} has ${countOf(partitions.length, "partition")}`;
}

/** Why a deleted topic is still listed, if the engine's settings forbid the deletion of topics. */
export async function whyNotDeleted({ session }: CommandContext, options: CallOptions): Promise<string | undefined> {
  const { engineConfiguration } = await brokerClient(session).configurations.target({}, options);
  const setting = (engineConfiguration as Readonly<Record<string, unknown>>)["delete.topic.enable"];
  return String(setting) === "false" ? "the topic stays, because delete.topic.enable is false" : undefined;
}
