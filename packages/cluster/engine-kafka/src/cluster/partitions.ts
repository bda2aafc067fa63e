import { UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import type { Link } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import { READ_TIMEOUT } from "./ask-brokers.ts";

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

/**
 * Describes the partitions of the given topics or of all topics, as a broker reports them; undefined if one of the topics does not exist on
 * that broker. Other requests of the protocol omit partitions without a leader.
 */
export async function partitionsOn(link: Link, topics: readonly string[] | "all"): Promise<readonly KnownPartition[] | undefined> {
  const { describeTopicPartitionsV0 } = await protocol();
  const requests = topics === "all" ? [] : [...topics].sort().map((name) => ({ name }));
  const matches: KnownPartition[] = [];
  let cursor: Cursor;
  do {
    // The next page begins with the topic at which this page ended.
    const rest = requests.filter(({ name }) => cursor === undefined || name >= cursor.topicName);
    const answer = await link.call(describeTopicPartitionsV0.api, [rest, PAGE, cursor], READ_TIMEOUT);
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

/** Whether a topic exists, as a broker reports it. The request is for a single partition, so it is cheap even for large topics. */
export async function isKnownOn(link: Link, topic: string): Promise<boolean> {
  const { describeTopicPartitionsV0 } = await protocol();
  const { topics } = await link.call(describeTopicPartitionsV0.api, [[{ name: topic }], 1, undefined], READ_TIMEOUT);
  return topics.some(({ errorCode }) => errorCode !== UNKNOWN_TOPIC);
}

type Cursor = { readonly topicName: string; readonly partitionIndex: number } | undefined;

export function isUnderReplicated({ replicas, isr }: KnownPartition): boolean {
  return isr.length < replicas.length;
}

/** Names the first partitions and counts the others, so that a message stays short. */
export function namedFew(partitions: readonly KnownPartition[]): string {
  const names = partitions.slice(0, 3).map(({ topic, number }) => `${topic}-${number}`);
  const more = partitions.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
