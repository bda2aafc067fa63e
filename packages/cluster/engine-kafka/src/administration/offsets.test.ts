import { expect, test } from "vitest";
import { fakeLinks, fakeMembers } from "../../test/fake-nodes.ts";
import type { KnownPartition } from "../cluster/partitions.ts";
import { offsetsAt } from "./offsets.ts";

interface Leader {
  readonly offsets: Readonly<Record<number, bigint>>;
  readonly hangs?: boolean;
}

/**
 * Makes fake leaders. Each entry of `leads` lists the leaders of all partitions at one lookup; the last entry also holds for later lookups.
 */
function offsets(brokers: Readonly<Record<number, Leader>>, ...leads: (readonly number[])[]) {
  const members = fakeMembers(2).filter(({ node }) => node.index in brokers);
  const links = fakeLinks((port, _, args) => {
    const { offsets: known, hangs } = brokers[port] ?? { offsets: {} };
    if (hangs) throw new Error("no answer within 2 s");
    const [request] = args[2] as [{ readonly partitions: readonly { readonly partitionIndex: number }[] }];
    const partitions = request.partitions.map(({ partitionIndex }) => {
      const offset = known[partitionIndex];
      return { partitionIndex, errorCode: offset === undefined ? 6 : 0, offset: offset ?? -1n };
    });
    return { topics: [{ partitions }] };
  });
  let polls = 0;
  const partitions = async (topic: string): Promise<readonly KnownPartition[]> => {
    const led = leads[Math.min(polls++, leads.length - 1)] ?? [];
    return led.map((leader, number) => ({ topic, number, leader, leaderEpoch: 0, replicas: [0, 1], isr: [0, 1] }));
  };
  return offsetsAt("orders", "last", { members: { brokers: () => members }, reads: links, partitions, interval: 1 });
}

test("each leader answers with the offsets of its partitions; -1 says that all records are older", async () => {
  expect(await offsets({ 0: { offsets: { 0: 5n } }, 1: { offsets: { 1: -1n } } }, [0, 1])).toEqual([5n, undefined]);
});

test("a leader that has changed meanwhile is looked up again", async () => {
  expect(await offsets({ 0: { offsets: {} }, 1: { offsets: { 0: 7n } } }, [0], [1])).toEqual([7n]);
});

test("a partition without a leader is an error, not a missing offset", async () => {
  await expect(offsets({ 0: { offsets: { 0: 5n } } }, [0, -1])).rejects.toMatchObject({
    code: "unreachable",
    message: "orders-1 has no leader, so its offsets are unknown; reeve broker topics unavailable lists such partitions",
  });
});

test("a leader that hangs is named, with the partitions that it leads", async () => {
  await expect(offsets({ 0: { offsets: { 0: 5n } }, 1: { offsets: {}, hangs: true } }, [0, 1, 1])).rejects.toMatchObject({
    code: "timed-out",
    message:
      "broker-1 leads orders-1, orders-2 and has not answered within 2 s; try again once that broker answers or another broker leads",
  });
});

test("a leader that does not know yet that it leads is asked again, and an error says so", async () => {
  const learns = { 1: { offsets: { 0: 7n } } };
  expect(await offsets({ 0: { offsets: {} }, ...learns }, [0], [0], [1])).toEqual([7n]);
  await expect(offsets({ 1: { offsets: {} } }, [1])).rejects.toMatchObject({
    code: "unreachable",
    message: "broker-1 leads orders-0 and does not know it yet; try again in a moment",
  });
});
