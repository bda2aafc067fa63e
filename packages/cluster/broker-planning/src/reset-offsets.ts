/*
 * A reset of a consumer group: the offsets that the group gets.
 *
 * 1. A group with members is refused: its members would go on with their own offsets, and brokers refuse the new ones.
 * 2. The wanted partitions are those of the request, otherwise all on which the group has offsets.
 * 3. For each of them the first and the last offset are read, and for a reset to a time the offset of the first record since then.
 * 4. The wanted offset is moved into these bounds, because a client that finds no record at its offset does not continue there.
 */

import type { CheckedReset, GroupDetails, OffsetReset, OffsetTime } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";

/** Reads the offset of each partition of a topic at a time; undefined for a partition whose records are all older. */
export type OffsetsAt = (topic: string, time: OffsetTime) => Promise<readonly (bigint | undefined)[]>;

/** Computes the offsets that a group gets, ordered by topic and partition. Refuses what the brokers would refuse. */
export async function resetOf(details: GroupDetails, request: CheckedReset, offsetsAt: OffsetsAt): Promise<readonly OffsetReset[]> {
  expectNoMembers(details, "reset");
  const resets: OffsetReset[] = [];
  for (const [topic, numbers] of wantedIn(details, request)) {
    const { to } = request;
    const [first, last, since] = await Promise.all([
      offsetsAt(topic, "first"),
      offsetsAt(topic, "last"),
      typeof to === "number" ? offsetsAt(topic, to) : undefined,
    ]);
    for (const partition of [...(numbers ?? last.keys())].sort((a, b) => a - b)) {
      const bounds = { least: Number(first[partition] ?? 0n), most: Number(last[partition] ?? 0n) };
      if (partition >= last.length) {
        throw new ReeveError("not-found", `${topic} has no partition ${partition}; it has ${last.length} partitions`);
      }
      const from = offsetIn(details, topic, partition);
      const wanted = wantedOffset(request, { from, bounds, since: since?.[partition], name: `${topic}/${partition}` });
      const at = Math.min(Math.max(wanted, bounds.least), bounds.most);
      resets.push({ topic, partition, from, to: at, lag: bounds.most - at });
    }
  }
  return resets;
}

/** Refuses to change a group that clients use. */
export function expectNoMembers({ group, members }: GroupDetails, doing: "reset" | "deleted"): void {
  if (members.length === 0) return;
  const clients = [...new Set(members.map(({ client }) => client))].slice(0, MAX_NAMED).join(", ");
  const are = members.length === 1 ? "is a member" : "are members";
  throw new ReeveError("conflict", `the group ${group} cannot be ${doing} while there ${are} (${clients}): stop its clients first`);
}

const MAX_NAMED = 5;

/** The wanted partitions by topic; undefined for all partitions of a topic. */
function wantedIn({ group, offsets }: GroupDetails, { topics }: CheckedReset): ReadonlyMap<string, ReadonlySet<number> | undefined> {
  const wanted = new Map<string, Set<number> | undefined>();
  const add = (topic: string, partition: number) => {
    if (wanted.has(topic)) wanted.get(topic)?.add(partition);
    else wanted.set(topic, new Set([partition]));
  };
  for (const word of topics?.split(",") ?? []) {
    const [topic = "", partition] = word.split("/");
    if (partition === undefined) wanted.set(topic, undefined);
    else add(topic, Number(partition));
  }
  if (topics === undefined) {
    for (const { topic, partition, offset } of offsets) if (offset !== null) add(topic, partition);
  }
  if (wanted.size === 0) throw new ReeveError("conflict", `the group ${group} has no offsets; name the topics that it shall read`);
  return new Map([...wanted].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function offsetIn({ offsets }: GroupDetails, topic: string, partition: number): number | null {
  return offsets.find((each) => each.topic === topic && each.partition === partition)?.offset ?? null;
}

interface PartitionNow {
  readonly name: string;
  readonly from: number | null;
  readonly bounds: { readonly least: number; readonly most: number };
  /** The first offset since the wanted time. */
  readonly since: bigint | undefined;
}

function wantedOffset({ group, to, offset, by }: CheckedReset, { name, from, bounds, since }: PartitionNow): number {
  if (to === "first") return bounds.least;
  if (to === "last") return bounds.most;
  if (to !== undefined) return since === undefined ? bounds.most : Number(since);
  if (offset !== undefined) return offset;
  if (from !== null) return from + (by ?? 0);
  throw new ReeveError("conflict", `the group ${group} has no offset on ${name} that could be changed by ${by}`);
}
