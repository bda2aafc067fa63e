/*
 * The consumer groups of real brokers. Each group has a coordinator, which is the leader of a partition of `__consumer_offsets`. Only the
 * coordinator lists, describes and changes the group:
 *
 * 1. Every running broker is asked for the groups that it coordinates. The broker that lists a group is the one to ask about it. (A request
 *    for the coordinator of a name would create `__consumer_offsets`, even if there is no such group.)
 * 2. A broker that has just become a coordinator, or is none any more, refuses. Then all brokers are asked again (`retried`).
 * 3. Between two coordinators no broker lists their groups. So a group counts as missing only if its coordinator answers for it, and no
 *    broker lists it afterwards either. And a list of groups counts as whole only if, before and after, all brokers name the same leaders
 *    of `__consumer_offsets`. If they do not agree for some seconds, the list is returned as it is.
 * 4. The ends of partitions are asked of their leaders (`offsets.ts`). Without a leader the end is unknown, and so is the lag.
 */

import type { ConsumerGroup, GroupDetails, GroupOffset } from "@reeve/broker-models";
import { expectNoMembers } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import { type CommittedOffset, type GroupAdministration, reasonOf, suggestionFor } from "@reeve/orchestrator/engine";
import { BROKER_TIMEOUT, type KafkaAccess, MAY_HAPPEN } from "../cluster/ask-brokers.ts";
import type { KafkaMember } from "../cluster/members.ts";
import { byTopic, partitionsOn, registeredBrokersOn } from "../cluster/partitions.ts";
import { GROUP_HAS_MEMBERS, NO_SUCH_GROUP, STALE_GENERATION, UNKNOWN_MEMBER } from "../wire/error-codes.ts";
import { askLink, type Link } from "../wire/link.ts";
import { describedOn, expectAnswerFor, type GroupOnBroker, groupsOn, isNotSettled, NotSettled, retried } from "./described-groups.ts";
import { endsOf } from "./offsets.ts";
import { brokerRefusal } from "./refusals.ts";

/** Lists, describes and changes consumer groups. */
export function administerGroups(access: KafkaAccess): GroupAdministration {
  async function show(group: string): Promise<GroupDetails> {
    const listed = async () => {
      const there = (await listedOn(access)).flatMap(({ link, groups }) =>
        groups.filter((each) => each.group === group).map((each) => describedOn(link, [each])),
      );
      return (await Promise.all(there)).flat()[0];
    };
    const known = await retried(async () => {
      const first = await listed();
      if (first) return first;
      await expectCoordinator(access, group);
      return listed();
    });
    if (known) return detailsOf(known, await endsOf(topicsOf(known), access));
    const names = (await listedOn(access)).flatMap(({ groups }) => groups.map((each) => each.group));
    throw new ReeveError("not-found", `there is no consumer group ${group}${suggestionFor(group, names)}`);
  }

  async function change(group: string, doing: "reset" | "deleted", act: (link: Link) => Promise<number>): Promise<void> {
    const details = await show(group);
    expectNoMembers(details, doing);
    const coordinator = (await running(access)).find(({ node }) => node.index === details.coordinator);
    if (!coordinator)
      throw new ReeveError(
        "unreachable",
        `broker-${details.coordinator}, which coordinates ${group}, is not running; try again in a moment`,
      );
    const code = await act(access.changes.to(coordinator.endpoint)).catch((error) => {
      throw new ReeveError("server-failure", `${coordinator.node.id}: ${reasonOf(error)}; ${MAY_HAPPEN}`);
    });
    if (code !== 0) throw refusalOf(code, group, doing);
  }

  return {
    async list() {
      const described = await retried(async (isLast) => {
        const before = await coordinatorsOf(access);
        const perBroker = (await listedOn(access)).map(({ link, groups }) => describedOn(link, groups));
        const groups = (await Promise.all(perBroker)).flat();
        const isWhole = before !== undefined && before === (await coordinatorsOf(access));
        if (isWhole || isLast) return groups;
        throw new NotSettled("the coordinators of some groups are changing");
      });
      const known = await endsOf(new Set(described.flatMap((each) => [...topicsOf(each)])), access);
      return described.map((each) => summaryOf(detailsOf(each, known))).sort((a, b) => (a.group < b.group ? -1 : 1));
    },
    show,
    commit: (group, offsets) => change(group, "reset", (link) => commitOn(link, group, offsets)),
    delete: (group) => change(group, "deleted", (link) => deleteOn(link, group)),
  };
}

/** The running brokers, as the controllers count them: groups of other brokers have other coordinators already, or soon. */
async function running({ brokers, members }: KafkaAccess): Promise<readonly KafkaMember[]> {
  const ids = await brokers.read(registeredBrokersOn);
  return members.brokers().filter(({ node }) => ids.has(node.index));
}

const OFFSETS = "__consumer_offsets";
const OF_GROUP = 0;

/** Throws `NotSettled` while the coordinator that a group has, or would have, is changing. */
async function expectCoordinator({ brokers, members, reads }: KafkaAccess, group: string): Promise<void> {
  // Before the first group there is no coordinator, and asking for one would make the topic of the offsets.
  if (!(await brokers.read((link) => partitionsOn(link, [OFFSETS])))) return;
  const { coordinators } = await brokers.read((link) => askLink(link, (kafka) => kafka.findCoordinatorV4, [OF_GROUP, [group]]));
  const id = coordinators[0]?.errorCode === 0 ? coordinators[0].nodeId : undefined;
  const coordinator = members.brokers().find(({ node }) => node.index === id);
  if (!coordinator) throw new NotSettled(`the group ${group} has no coordinator`);
  await expectAnswerFor(reads.to(coordinator.endpoint), group);
}

/**
 * Returns the leaders of the partitions of `__consumer_offsets`, as a text to compare. Undefined while the brokers do not agree on them, or
 * while a partition waits for a new leader. (If all of its in-sync replicas are down, it gets none, so waiting does not help.)
 */
async function coordinatorsOf(access: KafkaAccess): Promise<string | undefined> {
  const views = await onEach(access, async (link, id) => ({ id, known: (await partitionsOn(link, [OFFSETS])) ?? [] }));
  const ids = new Set(views.map(({ id }) => id));
  const waits = views.some(({ known }) => known.some(({ leader, isr }) => (leader < 0 ? isr.some((id) => ids.has(id)) : !ids.has(leader))));
  const [first = "", ...others] = views.map(({ known }) => known.map((each) => [each.number, each.leader, each.leaderEpoch]).join());
  return waits || others.some((each) => each !== first) ? undefined : first;
}

const listedOn = (access: KafkaAccess) => onEach(access, async (link, id) => ({ link, groups: await groupsOn(link, id) }));

async function onEach<Answer>(access: KafkaAccess, question: (link: Link, id: number) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers = (await running(access)).map(({ node, endpoint }) =>
    question(access.reads.to(endpoint), node.index).catch((error) => {
      if (error instanceof NotSettled) throw error;
      throw new ReeveError("unreachable", `the groups of ${node.id} are unknown: ${reasonOf(error)}; try again in a moment`);
    }),
  );
  return Promise.all(answers);
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
  const topics = byTopic(offsets, ({ partition, offset }) => ({
    partitionIndex: partition,
    committedOffset: BigInt(offset),
    committedLeaderEpoch: -1,
    committedMetadata: "",
  }));
  // Without a member and a generation, a coordinator takes offsets only for a group without members.
  const answer = await askLink(link, (kafka) => kafka.offsetCommitV8, [group, -1, "", null, topics], BROKER_TIMEOUT);
  return answer.topics.flatMap(({ partitions }) => partitions).find(({ errorCode }) => errorCode !== 0)?.errorCode ?? 0;
}

async function deleteOn(link: Link, group: string): Promise<number> {
  const { results } = await askLink(link, (kafka) => kafka.deleteGroupsV2, [[group]], BROKER_TIMEOUT);
  return results[0]?.errorCode ?? 0;
}

function topicsOf({ offsets, members }: GroupOnBroker): ReadonlySet<string> {
  const read = members.flatMap(({ partitions }) => partitions.map(({ topic }) => topic));
  return new Set([...offsets.map(({ topic }) => topic), ...read].sort());
}

/** Combines what the coordinator knows with the ends of the partitions. */
function detailsOf(known: GroupOnBroker, ends: ReadonlyMap<string, number>): GroupDetails {
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
