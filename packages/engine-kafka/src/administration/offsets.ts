import type { OffsetTime } from "@reeve/broker-models";
import type { Members } from "../cluster/members.ts";
import type { KnownPartition } from "../cluster/partitions.ts";
import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";

/** Each partition's offset at a time, asked of the broker that leads it; undefined where none leads, or where no record is as young. */
export async function offsetsAt(
  topic: string,
  time: OffsetTime,
  { members, links, partitions }: OffsetsOptions,
): Promise<readonly (bigint | undefined)[]> {
  const found = new Map<number, bigint>();
  const numbers = new Set<number>();
  // A leader may have changed since somebody told who it is: those that refuse are asked for once more.
  for (let tries = 0; tries < 2; tries++) {
    const missing = (await partitions(topic)).filter(({ number }) => !found.has(number));
    for (const { number } of missing) numbers.add(number);
    const refused = await askLeaders(missing);
    if (!refused) break;
  }
  return [...numbers].sort((a, b) => a - b).map((number) => ofRecord(found.get(number)));

  async function askLeaders(wanted: readonly KnownPartition[]): Promise<boolean> {
    let refused = false;
    const leaders = Map.groupBy(
      wanted.filter(({ leader }) => leader >= 0),
      ({ leader }) => leader,
    );
    await Promise.all(
      [...leaders].map(async ([leader, led]) => {
        const answer = await askLeader(leader, led).catch(() => undefined);
        refused ||= answer === undefined;
        for (const { partitionIndex, errorCode, offset } of answer ?? []) {
          if (errorCode === 0) found.set(partitionIndex, offset);
          else refused = true;
        }
      }),
    );
    return refused;
  }

  async function askLeader(leader: number, led: readonly KnownPartition[]) {
    const member = members.brokers().find(({ node }) => node.index === leader);
    if (!member) return undefined;
    const { listOffsetsV7 } = await protocol();
    const asked = led.map(({ number }) => ({
      partitionIndex: number,
      currentLeaderEpoch: -1,
      timestamp: asNumber(time),
    }));
    const { topics } = await links
      .to(member.endpoint)
      .call(listOffsetsV7.api, [CONSUMER, UNCOMMITTED, [{ name: topic, partitions: asked }]], LEADER);
    return topics.flatMap((each) => each.partitions);
  }
}

export interface OffsetsOptions {
  readonly members: Members;
  readonly links: Links;
  partitions(topic: string): Promise<readonly KnownPartition[]>;
}

/** Milliseconds for a leader: one that hangs loses its partitions, and whoever leads them then is asked next. */
const LEADER = 2000;

const CONSUMER = -1;
const UNCOMMITTED = 0;

function asNumber(time: OffsetTime): bigint {
  return time === "first" ? -2n : time === "last" ? -1n : BigInt(time);
}

/** The broker says -1 where all records are older than the time. */
function ofRecord(offset: bigint | undefined): bigint | undefined {
  return offset === undefined || offset < 0n ? undefined : offset;
}
