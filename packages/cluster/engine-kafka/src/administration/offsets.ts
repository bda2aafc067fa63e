import { setTimeout as sleep } from "node:timers/promises";
import type { OffsetTime } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import type { KafkaMembers } from "../cluster/members.ts";
import { type KnownPartition, namedFew } from "../cluster/partitions.ts";
import { NOT_LEADER } from "../wire/error-codes.ts";
import type { NodeLinks } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";

/**
 * Returns the offset of each partition at a time, as the partition's leader reports it; undefined for a partition whose records are all
 * older. Throws `unreachable` if a partition has no leader or its leader refuses, and `timed-out` if a leader does not answer, so that none
 * of these is mistaken for a missing offset.
 */
export async function offsetsAt(
  topic: string,
  time: OffsetTime,
  { members, links, partitions, interval = INTERVAL }: OffsetsOptions,
): Promise<readonly (bigint | undefined)[]> {
  const entries = new Map<number, bigint>();
  const numbers = new Set<number>();
  const refusing = new Map<number, number>();
  let missing: readonly KnownPartition[] = [];
  // Several attempts are made, because the leader may have changed since a broker reported it. A broker that hangs stops leading when its
  // session ends.
  for (let tries = 0; tries < TRIES; tries++) {
    if (refusing.size > 0) await sleep(interval);
    refusing.clear();
    const known = await partitions(topic);
    for (const { number } of known) numbers.add(number);
    missing = known.filter(({ number }) => !entries.has(number));
    if (missing.length === 0) break;
    await askLeaders(missing);
    missing = missing.filter(({ number }) => !entries.has(number));
  }
  if (missing.length > 0) throw withoutOffsets(missing, refusing);
  return [...numbers].sort((a, b) => a - b).map((number) => ofRecord(entries.get(number)));

  async function askLeaders(wanted: readonly KnownPartition[]): Promise<void> {
    const leaders = Map.groupBy(
      wanted.filter(({ leader }) => leader >= 0),
      ({ leader }) => leader,
    );
    await Promise.all(
      [...leaders].map(async ([leader, led]) => {
        const answer = (await askLeader(leader, led).catch(() => undefined)) ?? [];
        for (const { partitionIndex, errorCode, offset } of answer)
          if (errorCode === 0) entries.set(partitionIndex, offset);
          else refusing.set(leader, errorCode);
      }),
    );
  }

  async function askLeader(leader: number, led: readonly KnownPartition[]) {
    const member = members.brokers().find(({ node }) => node.index === leader);
    if (!member) return undefined;
    const { listOffsetsV7 } = await protocol();
    const requests = led.map(({ number }) => ({
      partitionIndex: number,
      currentLeaderEpoch: -1,
      timestamp: asNumber(time),
    }));
    const { topics } = await links
      .to(member.endpoint)
      .call(listOffsetsV7.api, [CONSUMER, UNCOMMITTED, [{ name: topic, partitions: requests }]], LEADER);
    return topics.flatMap((each) => each.partitions);
  }
}

/** The error that lists the partitions whose offsets are unknown, and why. */
function withoutOffsets(missing: readonly KnownPartition[], refusing: ReadonlyMap<number, number>): ReeveError {
  const leaderless = missing.filter(({ leader }) => leader < 0);
  if (leaderless.length > 0) {
    return new ReeveError(
      "unreachable",
      `${namedFew(leaderless)} ${leaderless.length === 1 ? "has" : "have"} no leader, so ${leaderless.length === 1 ? "its" : "their"} offsets are unknown; reeve broker topics unavailable lists such partitions`,
    );
  }
  const leader = missing[0]?.leader ?? -1;
  const led = `broker-${leader} leads ${namedFew(missing.filter((each) => each.leader === leader))}`;
  const code = refusing.get(leader);
  if (code !== undefined) {
    // A broker that has just become the leader refuses until it has learned this itself.
    const why = code === NOT_LEADER ? "does not know it yet" : `refuses to give offsets with error ${code}`;
    return new ReeveError("unreachable", `${led} and ${why}; try again in a moment`);
  }
  return new ReeveError(
    "timed-out",
    `${led} and has not answered within ${LEADER / 1000} s; try again once that broker answers or another broker leads`,
  );
}

export interface OffsetsOptions {
  readonly members: KafkaMembers;
  readonly links: NodeLinks;
  /** Milliseconds between two rounds. */
  readonly interval?: number;
  partitions(topic: string): Promise<readonly KnownPartition[]>;
}

/** Timeout of a request to a leader in milliseconds. */
const LEADER = 2000;

/**
 * The number of rounds in which leaders are asked. They last long enough for the session of a dead leader to end and for another broker to
 * lead.
 */
const TRIES = 3;

/** Milliseconds between two rounds, because a broker needs a moment to learn that it leads. */
const INTERVAL = 500;

const CONSUMER = -1;
const UNCOMMITTED = 0;

function asNumber(time: OffsetTime): bigint {
  return time === "first" ? -2n : time === "last" ? -1n : BigInt(time);
}

/** Replaces -1, which the broker returns if all records are older than the time, by undefined. */
function ofRecord(offset: bigint | undefined): bigint | undefined {
  return offset === undefined || offset < 0n ? undefined : offset;
}
