import type { Layout } from "@reeve/orchestrator/engine";
import { expect, test } from "vitest";
import { type Assignment, assignmentMoves } from "./assign.ts";

const partition = (number: number, replicas: readonly number[]) => ({
  ...{ topic: "orders", number, replicas, leaves: [], joins: [], leader: replicas[0] ?? -1, isr: replicas },
  ...{ minInSync: 2, bytes: 10 },
});

const layout: Layout = {
  brokers: [0, 1, 2, 3].map((id) => ({ id, isRunning: true, isLeaving: id === 3, disk: 1000 })),
  partitions: [partition(0, [0, 1]), partition(1, [1, 2]), { ...partition(0, [0, 1]), topic: "payments" }],
};

const movesOf = (wish: Omit<Assignment, "topic">) =>
  assignmentMoves(layout, { topic: "orders", ...wish }).map(({ topic, number, to }) => `${topic}/${number} ${to}`);

test("the partitions of the topic get the brokers in their order, and those that have them stay", () => {
  expect(movesOf({ to: [1, 2] })).toEqual(["orders/0 1,2"]);
  expect(movesOf({ to: [2, 1] })).toEqual(["orders/0 2,1", "orders/1 2,1"]);
  expect(movesOf({ numbers: [1], to: [2, 1, 0] })).toEqual(["orders/1 2,1,0"]);
});

test.each<[string, Omit<Assignment, "topic">, string]>([
  ["a broker that is given twice", { to: [1, 1] }, "replicas: broker-1 is given twice"],
  ["a broker that leaves", { to: [1, 3] }, "broker-3 is being decommissioned"],
  ["an unknown partition", { numbers: [2], to: [1, 2] }, "orders has no partition 2; it has 2 partitions"],
  ["too few brokers", { to: [1] }, "orders needs 2 copies in sync"],
])("%s is refused", (_, wish, words) => {
  expect(() => movesOf(wish)).toThrow(words);
});
