import type { OffsetTime } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import type { Members } from "../cluster/members.ts";
import { type KnownPartition, namedFew } from "../cluster/partitions.ts";
import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";

/**
 * Each partition's offset at a time, asked of its leader; undefined where all records are older. A partition without a leader is
 * `unreachable` and one whose leader does not answer `timed-out`, so that neither looks like an offset that does not exist.
 */
export async function offsetsAt(
  topic: string,
  time: OffsetTime,
  { members, links, partitions }: OffsetsOptions,
): Promise<readonly (bigint | undefined)[]> {
  const found = new Map<number, bigint>();
  const numbers = new Set<number>();
  let missing: readonly KnownPartition[] = [];
  // The leader may have changed since a broker named it, and a broker that hangs loses its partitions when its session ends.
  for (let tries = 0; tries < TRIES; tries++) {
    const known = await partitions(topic);
    for (const { number } of known) numbers.add(number);
    missing = known.filter(({ number }) => !found.has(number));
    if (missing.length === 0) break;
    await askLeaders(missing);
    missing = missing.filter(({ number }) => !found.has(number));
  }
  if (missing.length > 0) throw withoutOffsets(missing);
  return [...numbers].sort((a, b) => a - b).map((number) => ofRecord(found.get(number)));

  async function askLeaders(wanted: readonly KnownPartition[]): Promise<void> {
    const leaders = Map.groupBy(
      wanted.filter(({ leader }) => leader >= 0),
      ({ leader }) => leader,
    );
    await Promise.all(
      [...leaders].map(async ([leader, led]) => {
        const answer = (await askLeader(leader, led).catch(() => undefined)) ?? [];
        for (const { partitionIndex, errorCode, offset } of answer)
          if (errorCode === 0) found.set(partitionIndex, offset);
      }),
    );
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

/** Which partitions have no offset, and why. */
function withoutOffsets(missing: readonly KnownPartition[]): ReeveError {
  const leaderless = missing.filter(({ leader }) => leader < 0);
  if (leaderless.length > 0) {
    return new ReeveError(
      "unreachable",
      `${namedFew(leaderless)} ${leaderless.length === 1 ? "has" : "have"} no leader, so ${leaderless.length === 1 ? "its" : "their"} offsets are unknown; reeve broker topics unavailable lists such partitions`,
    );
  }
  const [first] = missing;
  return new ReeveError(
    "timed-out",
    `broker-${first?.leader} leads ${namedFew(missing.filter(({ leader }) => leader === first?.leader))} and has not answered within ${LEADER / 1000} s; ask again once it answers or another broker leads`,
  );
}

export interface OffsetsOptions {
  readonly members: Members;
  readonly links: Links;
  partitions(topic: string): Promise<readonly KnownPartition[]>;
}

/** Timeout of one request to a leader, in milliseconds. */
const LEADER = 2000;

/** All attempts together last longer than a session, after which another broker leads. */
const TRIES = 3;

const CONSUMER = -1;
const UNCOMMITTED = 0;

function asNumber(time: OffsetTime): bigint {
  return time === "first" ? -2n : time === "last" ? -1n : BigInt(time);
}

/** The broker answers -1 where all records are older than the time. */
function ofRecord(offset: bigint | undefined): bigint | undefined {
  return offset === undefined || offset < 0n ? undefined : offset;
}
