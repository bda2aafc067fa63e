import { setTimeout as sleep } from "node:timers/promises";
import type { GroupMember } from "@reeve/broker-models";
import { LOADING_GROUPS, NO_COORDINATOR, NOT_COORDINATOR } from "../wire/error-codes.ts";
import { askLink, type Link } from "../wire/link.ts";
import { assignedIn } from "./assigned.ts";

/** A group as its coordinator lists it. */
export interface ListedGroup {
  readonly group: string;
  readonly state: string;
  /** Whether the group uses the consumer protocol of Kafka 4, in which brokers assign the partitions. */
  readonly isNew: boolean;
  readonly coordinator: number;
}

/** A group with its members and offsets, without the ends of partitions. */
export interface GroupOnBroker extends ListedGroup {
  readonly assignor: string;
  readonly members: readonly GroupMember[];
  readonly offsets: readonly { readonly topic: string; readonly partition: number; readonly offset: number }[];
}

/** Means that the coordinator of a group has just changed, so the question has to be asked again. */
export class NotSettled extends Error {}

/** Whether an error code means that the coordinator of a group has just changed. */
export function isNotSettled(code: number): boolean {
  return code === LOADING_GROUPS || code === NO_COORDINATOR || code === NOT_COORDINATOR;
}

function expectSettled(code: number, what: string): void {
  if (isNotSettled(code)) throw new NotSettled(`${what}: the coordinator is changing`);
  if (code !== 0) throw new Error(`${what}: error ${code}`);
}

/** The number of attempts, and the milliseconds between them: a new coordinator needs a moment to load its groups. */
const TRIES = 10;
const INTERVAL = 300;

/** Asks again while coordinators change. */
export async function retried<Value>(question: (isLast: boolean) => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await question(tries === TRIES);
    } catch (error) {
      if (!(error instanceof NotSettled) || tries === TRIES) throw error;
    }
    await sleep(INTERVAL);
  }
}

/** The types of groups that read records and commit offsets. Others, such as share groups, keep no offsets of this kind. */
const TYPES = ["classic", "consumer"];

/** The groups that a broker coordinates. */
export async function groupsOn(link: Link, coordinator: number): Promise<readonly ListedGroup[]> {
  const { errorCode, groups } = await askLink(link, (kafka) => kafka.listGroupsV5, [[], TYPES]);
  expectSettled(errorCode, "the list of groups");
  return groups.map(({ groupId, groupState, groupType }) => ({
    group: groupId,
    state: groupState,
    isNew: groupType.toLowerCase() === "consumer",
    coordinator,
  }));
}

/** Adds members and offsets to groups of one coordinator. */
export async function describedOn(link: Link, groups: readonly ListedGroup[]): Promise<readonly GroupOnBroker[]> {
  if (groups.length === 0) return [];
  const [members, offsets] = await Promise.all([membersOn(link, groups), offsetsOn(link, groups)]);
  return groups.map((each) => ({
    ...each,
    ...(members.get(each.group) ?? { assignor: "", members: [] }),
    offsets: offsets.get(each.group) ?? [],
  }));
}

/** Throws `NotSettled` if the broker does not coordinate the group, or has not loaded its groups yet. An unknown group is no error. */
export async function expectAnswerFor(link: Link, group: string): Promise<void> {
  await oldMembersOn(link, [group]);
}

type Members = Pick<GroupOnBroker, "assignor" | "members">;

async function membersOn(link: Link, groups: readonly ListedGroup[]): Promise<ReadonlyMap<string, Members>> {
  const names = (isNew: boolean) => groups.filter((each) => each.isNew === isNew).map(({ group }) => group);
  const [old, fresh] = await Promise.all([oldMembersOn(link, names(false)), newMembersOn(link, names(true))]);
  return new Map([...old, ...fresh]);
}

async function oldMembersOn(link: Link, names: readonly string[]): Promise<readonly (readonly [string, Members])[]> {
  if (names.length === 0) return [];
  const { groups } = await askLink(link, (kafka) => kafka.describeGroupsV5, [[...names], false]);
  return groups.map(({ errorCode, groupId, protocolType, protocolData, members }) => {
    expectSettled(errorCode, `the group ${groupId}`);
    // Only consumers write their partitions in the known form. Other clients, such as connectors, have a form of their own.
    const isConsumer = protocolType === "consumer";
    const of = members.map(({ memberId, clientId, clientHost, memberAssignment }) => ({
      member: memberId,
      client: clientId,
      host: hostIn(clientHost),
      partitions: isConsumer ? assignedIn(memberAssignment) : [],
    }));
    return [groupId, { assignor: protocolData, members: of }] as const;
  });
}

async function newMembersOn(link: Link, names: readonly string[]): Promise<readonly (readonly [string, Members])[]> {
  if (names.length === 0) return [];
  const { groups } = await askLink(link, (kafka) => kafka.consumerGroupDescribeV0, [[...names], false]);
  return groups.map(({ errorCode, groupId, assignorName, members }) => {
    expectSettled(errorCode, `the group ${groupId}`);
    const of = members.map(({ memberId, clientId, clientHost, assignment }) => ({
      member: memberId,
      client: clientId,
      host: hostIn(clientHost),
      partitions: assignment.topicPartitions.flatMap(({ topicName: topic, partitions }) =>
        partitions.map((partition) => ({ topic, partition })),
      ),
    }));
    return [groupId, { assignor: members.length === 0 ? "" : assignorName, members: of }] as const;
  });
}

/** Brokers write a slash before the address of a client. */
function hostIn(clientHost: string): string {
  return clientHost.replace(/^\//, "");
}

const NO_MEMBER = -1;

async function offsetsOn(link: Link, groups: readonly ListedGroup[]): Promise<ReadonlyMap<string, GroupOnBroker["offsets"]>> {
  const requests = groups.map(({ group }) => ({ groupId: group, memberId: null, memberEpoch: NO_MEMBER, topics: null }));
  const answer = await askLink(link, (kafka) => kafka.offsetFetchV8, [requests, false]);
  return new Map(
    answer.groups.map(({ groupId, errorCode, topics }) => {
      expectSettled(errorCode, `the offsets of ${groupId}`);
      const offsets = topics.flatMap(({ name: topic, partitions }) =>
        partitions.flatMap(({ partitionIndex: partition, committedOffset }) =>
          committedOffset < 0n ? [] : [{ topic, partition, offset: Number(committedOffset) }],
        ),
      );
      return [groupId, offsets] as const;
    }),
  );
}
