import { type BrokerClient, createBrokerClient } from "@reeve/broker-client";
import {
  type PartitionPlacement,
  partitionsOf,
  type ResetInput,
  readPartitionReport,
  type TopicDescription,
  type TopicList,
} from "@reeve/broker-models";
import type { CallOptions } from "@reeve/client";
import { type ErrorCode, isReeveError } from "@reeve/contract";
import { brokerPictures, effectOf, sharesOfBrokers, sharesOfBrokersByTopic, sharesOfTopics, topicTable } from "@reeve/pictures/broker";
import type { OwnNode } from "@reeve/scheduler-models";
import { countOf } from "@reeve/terminal";
import type { CommandContext, Session } from "../operations/session.ts";
import type { ServiceParts } from "./kind.ts";
import { drawNodes, wideBrokers, wideConfigurations, widePlans, widePods } from "./tables.ts";

/** If there are more topics than this, only under-replicated topics are examined before the user confirms the replacement of a broker. */
const MAX_TOPICS = 200;

/** The maximum number of partitions that the message lists. */
const NAMED = 3;

/** Everything needed to call a message broker. */
export const brokerParts: ServiceParts = {
  pictures: brokerPictures,
  createClient: (options) => createBrokerClient(options as Parameters<typeof createBrokerClient>[0]),
  wideTables: {
    topics: wideTopics,
    topic: wideTopic,
    partitions: widePartitions,
    nodes: wideNodes,
    brokers: wideBrokers,
    pods: widePods,
    plans: widePlans,
    configurations: wideConfigurations,
  },
  details: { partitions: partitionCount, "only replicas": onlyReplicas, reset: resetEffect },
  whyNotDeleted,
};

/** The table of partitions, and the totals per broker and per topic. */
async function widePartitions(partitions: readonly PartitionPlacement[], command: CommandContext): Promise<readonly string[] | undefined> {
  const all = brokerPictures.partitions?.list?.(partitions, command);
  if (partitions.length === 0 || !all) return all;
  return [...all, "", ...sharesOfBrokers(partitions, command), "", ...sharesOfTopics(partitions, command)];
}

/** The table of nodes, and the totals of each topic per broker. */
async function wideNodes(nodes: readonly OwnNode[], command: CommandContext): Promise<readonly string[]> {
  const drawn = drawNodes(nodes, command);
  const partitions = await brokerClient(command.session).partitions.list({}, command.session.options());
  return partitions.length === 0 ? drawn : [...drawn, "", ...sharesOfBrokersByTopic(partitions, command)];
}

/** The partitions whose only in-sync replica is on the broker of the input, for the confirmation of the broker's replacement. */
export async function onlyReplicas(command: CommandContext): Promise<string> {
  const node = String(command.input.node ?? command.input.broker);
  const broker = /^(?:broker-)?(\d+)$/.exec(node)?.[1];
  if (broker === undefined) return "the node holds no partitions";
  const matches = await onlyOn(command, Number(broker)).catch(() => undefined);
  if (matches === undefined) return `cannot determine the partitions whose only in-sync replica is on broker-${broker}: no broker answers`;
  if (matches.length === 0) return `no partition has its only in-sync replica on broker-${broker}`;
  const more = matches.length > NAMED ? ` and ${matches.length - NAMED} more` : "";
  const have = matches.length === 1 ? "has its" : "have their";
  return `${matches.slice(0, NAMED).join(", ")}${more} ${have} only in-sync replica on broker-${broker}: the Reeve service waits until other brokers have the data; other services may lose it`;
}

/** The partitions whose only in-sync replica is on the broker. */
async function onlyOn({ session }: CommandContext, broker: number): Promise<readonly string[]> {
  const { topics } = brokerClient(session);
  const options = session.options() as CallOptions;
  const names = await topics.list({}, options);
  if (names.length > MAX_TOPICS) {
    const { partitions } = readPartitionReport((await topics.underReplicated({}, options)).message);
    return partitions.filter(({ isr }) => isOnly(isr, broker)).map(({ topic, partition }) => `${topic}-${partition}`);
  }
  const described = await inBatches(names, async (topic) =>
    partitionsOf(await topics.describe({ topic }, options)).flatMap(({ isr }, number) =>
      isOnly(isr, broker) ? [`${topic}-${number}`] : [],
    ),
  );
  return described.flat();
}

function isOnly(isr: readonly number[], broker: number): boolean {
  return isr.length === 1 && isr[0] === broker;
}

/** The totals of topics, which the Reeve service sends in one answer. For other servers, there is one request for each topic. */
async function wideTopics(topics: TopicList, command: CommandContext): Promise<readonly string[]> {
  const overview = await unlessMissing(brokerClient(command.session).topics.overview({}, command.session.options()));
  if (overview) return brokerPictures.topics?.overview?.(overview, command) ?? [];
  return topicTable(await described(topics, command), command);
}

/**
 * The partitions of a topic with all replicas and sizes, and the topic's own settings; undefined for servers other than the Reeve service.
 */
async function wideTopic(_: TopicDescription, command: CommandContext): Promise<readonly string[] | undefined> {
  const { session, input } = command;
  const { topics, partitions } = brokerClient(session);
  const topic = String(input.topic);
  const placed = await unlessMissing(partitions.list({ topics: topic }, session.options()));
  if (!placed) return undefined;
  const own = (await topics.settings({ topic }, session.options())).filter(({ origin }) => origin === "topic");
  const drawn = brokerPictures.partitions?.list?.(placed, command) ?? [];
  return own.length === 0 ? drawn : [...drawn, "", ...(brokerPictures.topics?.settings?.(own, command) ?? [])];
}

/** The answer of an operation of the Reeve service; undefined if the server does not have the operation, or answers something else. */
async function unlessMissing<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (thrown) {
    if (isReeveError(thrown, "not-found") || isReeveError(thrown, "unexpected-response")) return undefined;
    throw thrown;
  }
}

/** What a reset does to the offsets of a group, for the confirmation of the reset. */
function resetEffect({ session, input }: CommandContext): Promise<string> {
  const proposal = brokerClient(session).groups.proposal(input as unknown as ResetInput, session.options());
  return proposal.then(effectOf);
}

/** Describes each topic with one request, a few at the same time. The row of a topic that cannot be described has only a name. */
function described(topics: TopicList, { session }: CommandContext) {
  return inBatches(topics, async (name) => {
    try {
      const description = await brokerClient(session).topics.describe({ topic: name }, session.options());
      return { name, partitions: partitionsOf(description) };
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
async function partitionCount({ session, input }: CommandContext): Promise<string> {
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

/** The client of a session with a message broker. */
function brokerClient({ client }: Session): BrokerClient {
  return client as BrokerClient;
}

/** Maximum number of concurrent requests: fast enough for users, and low enough not to overload a server. */
const AT_A_TIME = 16;

/** Maps items with a limited number of concurrent calls. The results are in the order of the items. */
async function inBatches<Item, Value>(items: readonly Item[], work: (item: Item) => Promise<Value>): Promise<readonly Value[]> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at += AT_A_TIME) {
    values.push(...(await Promise.all(items.slice(at, at + AT_A_TIME).map(work))));
  }
  return values;
}
