import { type Brokers, READ_TIMEOUT } from "../cluster/ask-brokers.ts";
import type { KafkaMembers } from "../cluster/members.ts";
import { type KnownPartition, partitionsOn } from "../cluster/partitions.ts";
import type { NodeLinks } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";

/**
 * Reads the offset of the next record of each partition of some topics, by partition as in `orders/0`. Partitions whose leader does not
 * answer are left out, because the lag of the others is worth showing.
 */
export type PartitionEnds = (topics: readonly string[]) => Promise<ReadonlyMap<string, number>>;

export interface EndsOptions {
  readonly brokers: Brokers;
  readonly members: Pick<KafkaMembers, "brokers">;
  readonly reads: NodeLinks;
}

const CONSUMER = -1;
const UNCOMMITTED = 0;
const LAST = -1n;

/** Makes the function that reads the ends of partitions, with one request to each leader. */
export function endsOf({ brokers, members, reads }: EndsOptions): PartitionEnds {
  return async (topics) => {
    const ends = new Map<string, number>();
    const wanted = new Set(topics);
    if (wanted.size === 0) return ends;
    // A request for certain topics fails if one of them has been deleted, and groups keep offsets on deleted topics for a while.
    const known = ((await brokers.read((link) => partitionsOn(link, "all"))) ?? []).filter(({ topic }) => wanted.has(topic));
    const asked = [...Map.groupBy(known, ({ leader }) => leader)].map(async ([leader, led]) => {
      const member = members.brokers().find(({ node }) => node.index === leader);
      if (!member) return;
      const { listOffsetsV7 } = await protocol();
      const link = reads.to(member.endpoint);
      const answer = await link.call(listOffsetsV7.api, [CONSUMER, UNCOMMITTED, requestsFor(led)], READ_TIMEOUT);
      for (const { name, partitions } of answer.topics) {
        for (const { partitionIndex, errorCode, offset } of partitions) {
          if (errorCode === 0 && offset >= 0n) ends.set(`${name}/${partitionIndex}`, Number(offset));
        }
      }
    });
    await Promise.allSettled(asked);
    return ends;
  };
}

function requestsFor(led: readonly KnownPartition[]) {
  return [...Map.groupBy(led, ({ topic }) => topic)].map(([name, partitions]) => ({
    name,
    partitions: partitions.map(({ number }) => ({ partitionIndex: number, currentLeaderEpoch: -1, timestamp: LAST })),
  }));
}
