import { about, integer, object, resource, resourceList, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A consumer group in a list. */
export interface ConsumerGroup {
  readonly group: string;
  /** The state as the brokers name it, such as `Stable`, or `Empty` for a group without members. */
  readonly state: string;
  /** The number of members. */
  readonly members: number;
  /** The number of the broker that coordinates the group. */
  readonly coordinator: number;
  /** The topics of which the group has committed offsets or reads partitions, ordered by name. */
  readonly topics: readonly string[];
  /** The number of records that the group has not read; null if no partition's lag is known. */
  readonly lag: number | null;
}

/** A consumer group with its members and its offsets. */
export interface GroupDetails extends Omit<ConsumerGroup, "members"> {
  /** How partitions are assigned to members, such as `range`; empty if there are no members. */
  readonly assignor: string;
  readonly members: readonly GroupMember[];
  /** One entry for each partition, ordered by topic and partition. */
  readonly offsets: readonly GroupOffset[];
}

export interface GroupMember {
  readonly member: string;
  readonly client: string;
  readonly host: string;
  /** The partitions that the member reads. */
  readonly partitions: readonly { readonly topic: string; readonly partition: number }[];
}

/** How far a group has read a partition. */
export interface GroupOffset {
  readonly topic: string;
  readonly partition: number;
  /** The offset that the group has committed; null if it has committed none. */
  readonly offset: number | null;
  /** The offset of the next record that is written; null if the partition has no leader. */
  readonly end: number | null;
  /** The number of records from the committed offset to the end; null if one of the two is not known. */
  readonly lag: number | null;
  /** The member that reads the partition; null if no member does. */
  readonly member: string | null;
}

/** What a reset does to the offset of a group on a partition. */
export interface OffsetReset {
  readonly topic: string;
  readonly partition: number;
  /** The committed offset before the reset; null if there is none. */
  readonly from: number | null;
  /** The committed offset after the reset. */
  readonly to: number;
  /** The number of records from the new offset to the end of the partition. */
  readonly lag: number;
}

export type Groups = readonly ConsumerGroup[];
export type OffsetResets = readonly OffsetReset[];

const LAG = "number of records that the group has not read; null if no partition's lag is known";

const entries = {
  group: v.string(),
  state: about("state as the brokers name it, such as Stable, or Empty for a group without members", v.string()),
  coordinator: about("number of the broker that coordinates the group", integer()),
  topics: about("topics of which the group has offsets or reads partitions", v.array(v.string())),
  lag: about(LAG, v.nullable(integer())),
};

const ConsumerGroup: Schema<ConsumerGroup> = resource("Group", "A consumer group.", {
  ...entries,
  members: about("number of members", integer()),
});

export const Groups: Schema<Groups> = resourceList("Groups", "The consumer groups, ordered by name.", ConsumerGroup);

const GroupMember: Schema<GroupMember> = object({
  member: v.string(),
  client: about("name that the client gives itself", v.string()),
  host: v.string(),
  partitions: about("partitions that the member reads", v.array(object({ topic: v.string(), partition: integer() }))),
});

const GroupOffset: Schema<GroupOffset> = object({
  topic: v.string(),
  partition: integer(),
  offset: about("offset that the group has committed; null if it has committed none", v.nullable(integer())),
  end: about("offset of the next record that is written; null if there is no leader", v.nullable(integer())),
  lag: about("number of records from the committed offset to the end; null if unknown", v.nullable(integer())),
  member: about("member that reads the partition; null if no member does", v.nullable(v.string())),
});

export const GroupDetails: Schema<GroupDetails> = resource("GroupDetails", "A consumer group with its members and its offsets.", {
  ...entries,
  assignor: about("how partitions are assigned to members; empty if there are none", v.string()),
  members: v.array(GroupMember),
  offsets: about("one entry for each partition, ordered by topic and partition", v.array(GroupOffset)),
});

const OffsetReset: Schema<OffsetReset> = object({
  topic: v.string(),
  partition: integer(),
  from: about("committed offset before the reset; null if there is none", v.nullable(integer())),
  to: about("committed offset after the reset", integer()),
  lag: about("number of records from the new offset to the end of the partition", integer()),
});

export const OffsetResets: Schema<OffsetResets> = resourceList(
  "OffsetResets",
  "What a reset does to the offsets of a group, ordered by topic and partition.",
  OffsetReset,
);

/** How many records a reset makes a group read again, and how many it skips. */
export function recordsIn(resets: OffsetResets): { readonly again: number; readonly skipped: number } {
  let again = 0;
  let skipped = 0;
  for (const { from, to } of resets) {
    again += Math.max(0, (from ?? to) - to);
    skipped += Math.max(0, to - (from ?? to));
  }
  return { again, skipped };
}

/** A group that has been deleted. */
export interface GroupDeletion {
  readonly group: string;
}

export const GroupDeletion: Schema<GroupDeletion> = resource("GroupDeletion", "A group that has been deleted.", { group: v.string() });
