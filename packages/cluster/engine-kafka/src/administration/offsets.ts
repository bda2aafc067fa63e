import { setTimeout as sleep } from "node:timers/promises";
import type { OffsetTime } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import type { KafkaAccess } from "../cluster/ask-brokers.ts";
import type { KafkaMembers } from "../cluster/members.ts";
import { allPartitionsOn, byTopic, type KnownPartition, namedFew } from "../cluster/partitions.ts";
import { NOT_LEADER } from "../wire/error-codes.ts";
import { askLink, type NodeLinks, READ_TIMEOUT } from "../wire/link.ts";

/**
 * Returns the offset of each partition at a time, as the partition's leader reports it; undefined for a partition whose records are all
 * older. Throws `unreachable` if a partition has no leader or its leader refuses, and `timed-out` if a leader does not answer, so that none
 * of these is mistaken for a missing offset.
 */
export async function offsetsAt(
  topic: string,
  time: OffsetTime,
  { partitions, interval = INTERVAL, ...leaders }: OffsetsOptions,
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
    await askLeaders(missing, asNumber(time), { ...leaders, timeout: LEADER }, (leader, { number, errorCode, offset }) => {
      if (errorCode === 0) entries.set(number, offset);
      else refusing.set(leader, errorCode);
    });
    missing = missing.filter(({ number }) => !entries.has(number));
  }
  if (missing.length > 0) throw withoutOffsets(missing, refusing);
  return [...numbers].sort((a, b) => a - b).map((number) => ofRecord(entries.get(number)));
}

interface OffsetsOptions extends Leaders {
  /** Milliseconds between two rounds. */
  readonly interval?: number;
  partitions(topic: string): Promise<readonly KnownPartition[]>;
}

/** Reads the next offset of each partition of topics, as in `orders/0`, without those whose leaders do not answer. */
export async function endsOf(topics: ReadonlySet<string>, { brokers, members, reads }: KafkaAccess): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  if (topics.size === 0) return ends;
  // A request for certain topics fails if one of them has been deleted, and groups keep offsets on deleted topics for a while.
  const known = (await brokers.read(allPartitionsOn)).filter(({ topic }) => topics.has(topic));
  await askLeaders(known, LAST, { members, reads }, (_, { topic, number, errorCode, offset }) => {
    if (errorCode === 0 && offset >= 0n) ends.set(`${topic}/${number}`, Number(offset));
  });
  return ends;
}

/** How the leaders of partitions are reached. */
interface Leaders {
  readonly members: Pick<KafkaMembers, "brokers">;
  readonly reads: NodeLinks;
  /** Timeout of a request to a leader in milliseconds. */
  readonly timeout?: number;
}

/** A leader's answer for one partition. */
interface OffsetAnswer {
  readonly topic: string;
  readonly number: number;
  readonly errorCode: number;
  readonly offset: bigint;
}

/** Asks for the offsets of partitions at a time, with one request to each leader. Leaders that do not answer are left out. */
async function askLeaders(
  partitions: readonly KnownPartition[],
  timestamp: bigint,
  { members, reads, timeout = READ_TIMEOUT }: Leaders,
  heard: (leader: number, answer: OffsetAnswer) => void,
): Promise<void> {
  const requests = [...Map.groupBy(partitions, ({ leader }) => leader)].map(async ([leader, led]) => {
    const member = members.brokers().find(({ node }) => node.index === leader);
    if (!member) return;
    const topics = byTopic(led, ({ number }) => ({ partitionIndex: number, currentLeaderEpoch: -1, timestamp }));
    const answer = await askLink(reads.to(member.endpoint), (kafka) => kafka.listOffsetsV7, [CONSUMER, UNCOMMITTED, topics], timeout);
    for (const { name: topic, partitions: answers } of answer.topics) {
      for (const { partitionIndex: number, errorCode, offset } of answers) heard(leader, { topic, number, errorCode, offset });
    }
  });
  await Promise.allSettled(requests);
}

/** The error that lists the partitions whose offsets are unknown, and why. */
function withoutOffsets(missing: readonly KnownPartition[], refusing: ReadonlyMap<number, number>): ReeveError {
  const leaderless = missing.filter(({ leader }) => leader < 0);
  if (leaderless.length > 0) {
    const [has, its] = leaderless.length === 1 ? ["has", "its"] : ["have", "their"];
    return new ReeveError(
      "unreachable",
      `${namedFew(leaderless)} ${has} no leader, so ${its} offsets are unknown; reeve broker topics unavailable lists such partitions`,
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

/** Timeout of a request to a leader in milliseconds. */
const LEADER = 2000;

/** The number of rounds in which leaders are asked: until the session of a dead leader has ended and another leads. */
const TRIES = 3;

/** Milliseconds between two rounds, because a broker needs a moment to learn that it leads. */
const INTERVAL = 500;

/** The protocol's numbers for a client that is no broker, for the isolation level, and for two times. */
const CONSUMER = -1;
const UNCOMMITTED = 0;
const FIRST = -2n;
const LAST = -1n;

function asNumber(time: OffsetTime): bigint {
  return time === "first" ? FIRST : time === "last" ? LAST : BigInt(time);
}

/** Replaces -1, which the broker returns if all records are older than the time, by undefined. */
function ofRecord(offset: bigint | undefined): bigint | undefined {
  return offset === undefined || offset < 0n ? undefined : offset;
}
