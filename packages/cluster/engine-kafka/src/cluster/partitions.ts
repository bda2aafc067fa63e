import { UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import { askLink, type Link } from "../wire/link.ts";
import { TOPIC_RESOURCE } from "../wire/settings.ts";

/** The state of a partition, as a broker reports it. The leader is -1 if the partition has none. */
export interface KnownPartition {
  readonly topic: string;
  readonly number: number;
  readonly leader: number;
  readonly leaderEpoch: number;
  readonly replicas: readonly number[];
  readonly isr: readonly number[];
}

/** The maximum number of partitions in one response. */
const PAGE = 2000;

type Cursor = { readonly topicName: string; readonly partitionIndex: number } | undefined;

/** Describes partitions, also those without a leader, which other requests omit; undefined if the broker lacks a topic. */
export async function partitionsOn(link: Link, topics: readonly string[] | "all"): Promise<readonly KnownPartition[] | undefined> {
  const requests = topics === "all" ? [] : [...topics].sort().map((name) => ({ name }));
  const matches: KnownPartition[] = [];
  let cursor: Cursor;
  do {
    // The next page begins with the topic at which this page ended.
    const rest = requests.filter(({ name }) => cursor === undefined || name >= cursor.topicName);
    const answer = await askLink(link, (kafka) => kafka.describeTopicPartitionsV0, [rest, PAGE, cursor]);
    for (const topic of answer.topics) {
      if (topic.errorCode === UNKNOWN_TOPIC) return undefined;
      for (const partition of topic.partitions) {
        matches.push({
          topic: topic.name ?? "",
          number: partition.partitionIndex,
          leader: partition.leaderId,
          leaderEpoch: partition.leaderEpoch,
          replicas: partition.replicaNodes,
          isr: partition.isrNodes,
        });
      }
    }
    cursor = answer.nextCursor ?? undefined;
  } while (cursor);
  return matches;
}

/** Describes the partitions of all topics. */
export async function allPartitionsOn(link: Link): Promise<readonly KnownPartition[]> {
  return (await partitionsOn(link, "all")) ?? [];
}

/** Whether a topic exists, as a broker reports it. The request is for a single partition, so it is cheap even for large topics. */
export async function isKnownOn(link: Link, topic: string): Promise<boolean> {
  const { topics } = await askLink(link, (kafka) => kafka.describeTopicPartitionsV0, [[{ name: topic }], 1, undefined]);
  return topics.some(({ errorCode }) => errorCode !== UNKNOWN_TOPIC);
}

/** The ids of the brokers that the controllers count as running. */
export async function registeredBrokersOn(link: Link): Promise<ReadonlySet<number>> {
  const { brokers } = await askLink(link, (kafka) => kafka.metadataV12, [[], false, false]);
  return new Set(brokers.map(({ nodeId }) => nodeId));
}

/** The setting with the number of in-sync replicas that must have a record before the record is acknowledged. */
export const MIN_IN_SYNC = "min.insync.replicas";

/** The maximum number of topics in one request. */
const TOPICS_PAGE = 500;

/** The `min.insync.replicas` of the topics of some partitions, as a broker reports it. Topics that it does not describe are omitted. */
export async function inSyncOf(link: Link, partitions: readonly { readonly topic: string }[]): Promise<ReadonlyMap<string, number>> {
  const request = (resourceName: string) => ({ resourceType: TOPIC_RESOURCE, resourceName, configurationKeys: [MIN_IN_SYNC] });
  const requests = [...topicsOf(partitions)].map(request);
  const entries = new Map<string, number>();
  for (let first = 0; first < requests.length; first += TOPICS_PAGE) {
    const { results } = await askLink(link, (kafka) => kafka.describeConfigsV4, [requests.slice(first, first + TOPICS_PAGE), false, false]);
    for (const { resourceName, configs } of results) {
      const value = configs.find(({ name }) => name === MIN_IN_SYNC)?.value;
      if (value) entries.set(resourceName, Number(value));
    }
  }
  return entries;
}

export function isUnderReplicated({ replicas, isr }: KnownPartition): boolean {
  return isr.length < replicas.length;
}

/** The names of the topics of some partitions. */
export function topicsOf(partitions: readonly { readonly topic: string }[]): ReadonlySet<string> {
  return new Set(partitions.map(({ topic }) => topic));
}

/** The part of a request about some partitions, with what it asks about each of them: the protocol lists them by topic. */
export function byTopic<Item extends { readonly topic: string }, Asked>(items: readonly Item[], asked: (item: Item) => Asked) {
  return [...Map.groupBy(items, ({ topic }) => topic)].map(([name, each]) => ({ name, partitions: each.map(asked) }));
}

/** Names the first partitions and counts the others, so that a message stays short. */
export function namedFew(partitions: readonly KnownPartition[]): string {
  const names = partitions.slice(0, 3).map(({ topic, number }) => `${topic}-${number}`);
  const more = partitions.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
