import { expect, test } from "vitest";
import { fakeLinks, fakeMembers } from "../../test/fake-nodes.ts";
import { askBrokers, type KafkaAccess } from "../cluster/ask-brokers.ts";
import type { KafkaMembers } from "../cluster/members.ts";
import { protocol } from "../wire/protocol.ts";
import { administerGroups } from "./groups.ts";

/**
 * What a broker reports at one moment: the leader of the only partition of `__consumer_offsets`, and whether the broker lists the group.
 */
interface Moment {
  readonly leader: number;
  readonly epoch: number;
  readonly isr?: readonly number[];
  readonly lists?: boolean;
}

const { describeTopicPartitionsV0, listGroupsV5, metadataV12 } = await protocol();

/** Makes fake brokers. Each list of groups takes the moments of its broker one further; the last one stays. */
function groupsOf(...brokers: (readonly Moment[])[]) {
  const lists = brokers.map(() => 0);
  const members = fakeMembers(brokers.length);
  const answerOf = (api: unknown, port: number): unknown => {
    const moments = brokers[port] ?? [];
    const { leader = -1, epoch = 0, isr = [0, 1], lists: isListed = false } = moments[Math.min(lists[port] ?? 0, moments.length - 1)] ?? {};
    switch (api) {
      case metadataV12.api:
        return { brokers: brokers.map((__, nodeId) => ({ nodeId })) };
      case describeTopicPartitionsV0.api: {
        const partition = { partitionIndex: 0, leaderId: leader, leaderEpoch: epoch, replicaNodes: [0, 1], isrNodes: isr };
        return { topics: [{ name: "__consumer_offsets", errorCode: 0, partitions: [partition] }] };
      }
      case listGroupsV5.api:
        lists[port] = (lists[port] ?? 0) + 1;
        return { errorCode: 0, groups: isListed ? [{ groupId: "reports", groupState: "Empty", groupType: "classic" }] : [] };
      default:
        return { groups: [] };
    }
  };
  const links = fakeLinks((port, api) => answerOf(api, port));
  const access: KafkaAccess = {
    members: { brokers: () => members } as unknown as KafkaMembers,
    ...{ reads: links, changes: links },
    brokers: askBrokers({ brokers: () => members }, { reads: links, changes: links }),
  };
  return { lists, names: async () => (await administerGroups(access).list()).map(({ group }) => group) };
}

test("while a group changes its coordinator, no broker lists it, so the brokers are asked again", async () => {
  const before = { leader: 0, epoch: 1 };
  const after = { leader: 1, epoch: 2 };
  const { lists, names } = groupsOf([before, after], [before, { ...after, lists: true }]);
  expect(await names()).toEqual(["reports"]);
  expect(lists).toEqual([2, 2]);
});

test("a broker that does not yet know the new coordinator is asked again", async () => {
  const late = { leader: 1, epoch: 2 };
  const { names } = groupsOf([{ leader: 0, epoch: 1 }, late], [late, { ...late, lists: true }]);
  expect(await names()).toEqual(["reports"]);
});

test("a coordinator that cannot come back is not waited for", async () => {
  const gone = { leader: -1, epoch: 2, isr: [2], lists: true };
  const { lists, names } = groupsOf([gone]);
  expect(await names()).toEqual(["reports"]);
  expect(lists).toEqual([1]);
});
