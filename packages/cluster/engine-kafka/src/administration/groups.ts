/*
 * The consumer groups of real brokers. Each group has a coordinator, which is the leader of a partition of `__consumer_offsets`. Only the
 * coordinator lists, describes and changes the group:
 *
 * 1. Every running broker is asked for the groups that it coordinates. The broker that lists a group is the one to ask about it. (A request
 *    for the coordinator of a name would create `__consumer_offsets`, even if there is no such group.)
 * 2. A broker that has just become a coordinator, or is none any more, refuses. Then all brokers are asked again (`retried`).
 * 3. Between two coordinators no broker lists their groups. So a group counts as missing only if its coordinator answers for it, and no
 *    broker lists it afterwards either.
 * 4. The ends of partitions are asked of their leaders (`ends.ts`). Without a leader the end is unknown, and so is the lag.
 */

import type { ConsumerGroup, GroupDetails, GroupOffset } from "@reeve/broker-models";
import { expectNoMembers } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import { type CommittedOffset, type GroupAdministration, suggestionFor } from "@reeve/orchestrator/engine";
import { BROKER_TIMEOUT, type Brokers, MAY_HAPPEN, READ_TIMEOUT } from "../cluster/ask-brokers.ts";
import type { KafkaMember, KafkaMembers } from "../cluster/members.ts";
import { partitionsOn } from "../cluster/partitions.ts";
import { GROUP_HAS_MEMBERS, NO_SUCH_GROUP, STALE_GENERATION, UNKNOWN_MEMBER } from "../wire/error-codes.ts";
import type { Link } from "../wire/link.ts";
import type { NodeLinks } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import {
  describedOn,
  expectAnswerFor,
  type GroupOnBroker,
  groupsOn,
  isNotSettled,
  type ListedGroup,
  NotSettled,
  retried,
} from "./described-groups.ts";
import type { PartitionEnds } from "./ends.ts";
import { brokerRefusal } from "./refusals.ts";

export interface GroupsOptions {
  readonly brokers: Brokers;
  readonly members: Pick<KafkaMembers, "brokers">;
  readonly reads: NodeLinks;
  readonly changes: NodeLinks;
  /** The ends of the partitions of topics. */
  readonly ends: PartitionEnds;
}

/** Lists, describes and changes consumer groups. */
export function administerGroups(options: GroupsOptions): GroupAdministration {
  const { changes, ends } = options;

  async function show(group: string): Promise<GroupDetails> {
    const listed = async () => {
      const there = (await listedOn(options)).flatMap(({ link, groups }) =>
        groups.filter((each) => each.group === group).map((each) => describedOn(link, [each])),
      );
      return (await Promise.all(there)).flat()[0];
    };
    const known = await retried(async () => {
      const first = await listed();
      if (first) return first;
      await expectCoordinator(options, group);
      return listed();
    });
    if (known) return detailsOf(known, await ends([...topicsOf(known)]));
    const names = (await listedOn(options)).flatMap(({ groups }) => groups.map((each) => each.group));
    throw new ReeveError("not-found", `there is no consumer group ${group}${suggestionFor(group, names)}`);
  }

  async function change(group: string, doing: "reset" | "deleted", act: (link: Link) => Promise<number>): Promise<void> {
    const details = await show(group);
    expectNoMembers(details, doing);
    const coordinator = (await running(options)).find(({ node }) => node.index === details.coordinator);
    if (!coordinator)
      throw new ReeveError(
        "unreachable",
        `broker-${details.coordinator}, which coordinates ${group}, is not running; try again in a moment`,
      );
    const code = await act(changes.to(coordinator.endpoint)).catch((error) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new ReeveError("server-failure", `${coordinator.node.id}: ${why}; ${MAY_HAPPEN}`);
    });
    if (code !== 0) throw refusalOf(code, group, doing);
  }

  return {
    async list() {
      const described = await retried(async () => {
        const perBroker = (await listedOn(options)).map(({ link, groups }) => describedOn(link, groups));
        return (await Promise.all(perBroker)).flat();
      });
      const known = await ends([...new Set(described.flatMap((each) => [...topicsOf(each)]))]);
      return described.map((each) => summaryOf(detailsOf(each, known))).sort((a, b) => (a.group < b.group ? -1 : 1));
    },
    show,
    commit: (group, offsets) => change(group, "reset", (link) => commitOn(link, group, offsets)),
    delete: (group) => change(group, "deleted", (link) => deleteOn(link, group)),
  };
}

/** The running brokers, as the controllers count them: groups of other brokers have other coordinators already, or soon. */
async function running({ brokers, members }: GroupsOptions): Promise<readonly KafkaMember[]> {
  const { metadataV12 } = await protocol();
  const there = await brokers.read((link) => link.call(metadataV12.api, [[], false, false], READ_TIMEOUT));
  const ids = new Set(there.brokers.map(({ nodeId }) => nodeId));
  return members.brokers().filter(({ node }) => ids.has(node.index));
}

const OFFSETS = "__consumer_offsets";
const OF_GROUP = 0;

/** Throws `NotSettled` while the coordinator that a group has, or would have, is changing. */
async function expectCoordinator({ brokers, members, reads }: GroupsOptions, group: string): Promise<void> {
  // Before the first group there is no coordinator, and asking for one would make the topic of the offsets.
  if (!(await brokers.read((link) => partitionsOn(link, [OFFSETS])))) return;
  const { findCoordinatorV4 } = await protocol();
  const { coordinators } = await brokers.read((link) => link.call(findCoordinatorV4.api, [OF_GROUP, [group]], READ_TIMEOUT));
  const id = coordinators[0]?.errorCode === 0 ? coordinators[0].nodeId : undefined;
  const coordinator = members.brokers().find(({ node }) => node.index === id);
  if (!coordinator) throw new NotSettled(`the group ${group} has no coordinator`);
  await expectAnswerFor(reads.to(coordinator.endpoint), group);
}

interface ListedOnBroker {
  readonly link: Link;
  readonly groups: readonly ListedGroup[];
}

/** The groups of each running broker. */
async function listedOn(options: GroupsOptions): Promise<readonly ListedOnBroker[]> {
  const lists = (await running(options)).map(async ({ node, endpoint }) => {
    const link = options.reads.to(endpoint);
    const groups = await groupsOn(link, node.index).catch((error) => {
      if (error instanceof NotSettled) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new ReeveError("unreachable", `the groups of ${node.id} are unknown: ${why}; try again in a moment`);
    });
    return { link, groups };
  });
  return Promise.all(lists);
}

/** The error for a change of a group that its coordinator refuses. A client may have joined since the group was read. */
function refusalOf(code: number, group: string, doing: "reset" | "deleted"): ReeveError {
  if (code === NO_SUCH_GROUP) return new ReeveError("not-found", `there is no consumer group ${group}`);
  if (code === GROUP_HAS_MEMBERS || code === UNKNOWN_MEMBER || code === STALE_GENERATION) {
    return new ReeveError("conflict", `the group ${group} cannot be ${doing}: a client has joined it; stop its clients first`);
  }
  if (isNotSettled(code)) {
    return new ReeveError("unreachable", `the group ${group} cannot be ${doing}: its coordinator is changing; try again in a moment`);
  }
  return brokerRefusal(code, "", `the group ${group} cannot be ${doing}`);
}

async function commitOn(link: Link, group: string, offsets: readonly CommittedOffset[]): Promise<number> {
  const { offsetCommitV8 } = await protocol();
  const topics = [...Map.groupBy(offsets, ({ topic }) => topic)].map(([name, each]) => ({
    name,
    partitions: each.map(({ partition, offset }) => ({
      partitionIndex: partition,
      committedOffset: BigInt(offset),
      committedLeaderEpoch: -1,
      committedMetadata: "",
    })),
  }));
  // Without a member and a generation, a coordinator takes offsets only for a group without members.
  const answer = await link.call(offsetCommitV8.api, [group, -1, "", null, topics], BROKER_TIMEOUT);
  return answer.topics.flatMap(({ partitions }) => partitions).find(({ errorCode }) => errorCode !== 0)?.errorCode ?? 0;
}

async function deleteOn(link: Link, group: string): Promise<number> {
  const { deleteGroupsV2 } = await protocol();
  const { results } = await link.call(deleteGroupsV2.api, [[group]], BROKER_TIMEOUT);
  return results[0]?.errorCode ?? 0;
}

function topicsOf({ offsets, members }: GroupOnBroker): ReadonlySet<string> {
  const read = members.flatMap(({ partitions }) => partitions.map(({ topic }) => topic));
  return new Set([...offsets.map(({ topic }) => topic), ...read].sort());
}

/** Combines what the coordinator knows with the ends of the partitions. */
function detailsOf(known: GroupOnBroker, ends: Awaited<ReturnType<PartitionEnds>>): GroupDetails {
  const { group, state, coordinator, assignor, members } = known;
  const readers = new Map(members.flatMap(({ member, partitions }) => partitions.map((each) => [keyOf(each), member] as const)));
  const committed = new Map(known.offsets.map((each) => [keyOf(each), each.offset]));
  const all = [...known.offsets, ...members.flatMap(({ partitions }) => partitions)];
  const partitions = [...new Map(all.map(({ topic, partition }) => [keyOf({ topic, partition }), { topic, partition }]))];
  const offsets = partitions
    .map(([key, { topic, partition }]): GroupOffset => {
      const offset = committed.get(key) ?? null;
      const end = ends.get(key) ?? null;
      const lag = offset === null || end === null ? null : Math.max(0, end - offset);
      return { topic, partition, offset, end, lag, member: readers.get(key) ?? null };
    })
    .sort((a, b) => (a.topic === b.topic ? a.partition - b.partition : a.topic < b.topic ? -1 : 1));
  const lags = offsets.flatMap(({ lag }) => lag ?? []);
  const lag = lags.length === 0 ? null : lags.reduce((sum, each) => sum + each, 0);
  return { group, state, coordinator, topics: [...topicsOf(known)], lag, assignor, members, offsets };
}

function summaryOf({ group, state, members, coordinator, topics, lag }: GroupDetails): ConsumerGroup {
  return { group, state, members: members.length, coordinator, topics, lag };
}

function keyOf({ topic, partition }: { readonly topic: string; readonly partition: number }): string {
  return `${topic}/${partition}`;
}
