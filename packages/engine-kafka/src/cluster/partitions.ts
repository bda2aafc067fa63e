import { UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import type { Link } from "../wire/link.ts";
import { protocol } from "../wire/protocol.ts";
import { READ } from "./ask-brokers.ts";

/** A partition as a broker knows it; without a leader its leader is -1. */
export interface KnownPartition {
  readonly topic: string;
  readonly number: number;
  readonly leader: number;
  readonly leaderEpoch: number;
  readonly replicas: readonly number[];
  readonly isr: readonly number[];
}

/** Partitions that a broker gives at a time. */
const PAGE = 2000;

/** What a broker knows of the partitions of some topics, or of all; undefined where it knows no topic of such a name. It is the only call that answers when a partition has no leader. */
export async function partitionsOn(
  link: Link,
  topics: readonly string[] | "all",
): Promise<readonly KnownPartition[] | undefined> {
  const { describeTopicPartitionsV0 } = await protocol();
  const asked = topics === "all" ? [] : [...topics].sort().map((name) => ({ name }));
  const found: KnownPartition[] = [];
  let cursor: Cursor;
  do {
    // A later page is asked for with the topics that are left.
    const rest = asked.filter(({ name }) => cursor === undefined || name >= cursor.topicName);
    const answer = await link.call(describeTopicPartitionsV0.api, [rest, PAGE, cursor], READ);
    for (const topic of answer.topics) {
      if (topic.errorCode === UNKNOWN_TOPIC) return undefined;
      for (const partition of topic.partitions) {
        found.push({
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
  return found;
}

/** Whether a broker knows a topic: however large it is, that is one partition's work. */
export async function isKnownOn(link: Link, topic: string): Promise<boolean> {
  const { describeTopicPartitionsV0 } = await protocol();
  const { topics } = await link.call(describeTopicPartitionsV0.api, [[{ name: topic }], 1, undefined], READ);
  return topics.some(({ errorCode }) => errorCode !== UNKNOWN_TOPIC);
}

type Cursor = { readonly topicName: string; readonly partitionIndex: number } | undefined;

export function isUnderReplicated({ replicas, isr }: KnownPartition): boolean {
  return isr.length < replicas.length;
}

/** Some of them by name, so that a sentence stays one. */
export function namedFew(partitions: readonly KnownPartition[]): string {
  const names = partitions.slice(0, 3).map(({ topic, number }) => `${topic}-${number}`);
  const more = partitions.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
