import fc from "fast-check";
import { expect, test } from "vitest";
import { readPartitionReport, writePartitionLine } from "./read-partition-report.ts";

const line = "Topic: orders Partition: 3 Leader: 1 Replicas: 1,2,0 Isr: 1,2";
const partition = { topic: "orders", partition: 3, leader: 1, replicas: [1, 2, 0], isr: [1, 2] };

test("an empty message means none, and only that does", () => {
  expect(readPartitionReport("")).toEqual({ none: true, partitions: [], unread: [] });
  expect(readPartitionReport("Output: \n")).toEqual({ none: true, partitions: [], unread: [] });
  expect(readPartitionReport("cannot reach the coordinator")).toEqual({
    none: false,
    partitions: [],
    unread: ["cannot reach the coordinator"],
  });
});

test("lines are read with and without the tool's prefix and its tabs", () => {
  const tabs = "\tTopic: orders\tPartition: 3\tLeader: 1\tReplicas: 1,2,0\tIsr: 1,2";
  for (const message of [line, `Output: ${line}\n`, tabs]) {
    expect(readPartitionReport(message)).toEqual({ none: false, partitions: [partition], unread: [] });
  }
});

test.each(["none", "-1"])("a leader of %s is no leader", (leader) => {
  const [read] = readPartitionReport(`Topic: orders Partition: 0 Leader: ${leader} Replicas: 1 Isr: `).partitions;
  expect(read).toEqual({ topic: "orders", partition: 0, leader: undefined, replicas: [1], isr: [] });
});

test("what is written is read back", () => {
  const partitions = fc.record({
    topic: fc.stringMatching(/^[\w.-]{1,30}$/),
    partition: fc.nat(),
    leader: fc.option(fc.nat(), { nil: undefined }),
    replicas: fc.array(fc.nat(99), { minLength: 1, maxLength: 5 }),
    isr: fc.array(fc.nat(99), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(partitions), (all) => {
      expect(readPartitionReport(all.map(writePartitionLine).join("\n")).partitions).toEqual(all);
    }),
  );
});
