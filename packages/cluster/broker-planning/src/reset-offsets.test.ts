import type { CheckedReset, GroupDetails, OffsetTime } from "@reeve/broker-models";
import { expect, test } from "vitest";
import { resetOf } from "./reset-offsets.ts";

const offset = (topic: string, partition: number, at: number | null) => ({
  ...{ topic, partition, offset: at, end: 100, lag: null, member: null },
});

const group: GroupDetails = {
  ...{ group: "reports", state: "Empty", coordinator: 0, topics: ["orders"], lag: null, assignor: "", members: [] },
  offsets: [offset("orders", 0, 40), offset("orders", 1, 60), offset("payments", 0, null)],
};

/** Both topics have two partitions with the records 10 to 99; the records since a time begin at 70, and partition 1 has none. */
async function offsetsAt(topic: string, time: OffsetTime) {
  if (topic === "nothing") throw new Error("there is no topic nothing");
  if (time === "first") return [10n, 10n];
  return time === "last" ? [100n, 100n] : [70n, undefined];
}

const resetsOf = async (request: Omit<CheckedReset, "group">, details = group) =>
  (await resetOf(details, { group: "reports", ...request }, offsetsAt)).map(
    ({ topic, partition, from, to, lag }) => `${topic}/${partition} ${from} ${to} ${lag}`,
  );

test.each<[string, Omit<CheckedReset, "group">, readonly string[]]>([
  ["first", { to: "first" }, ["orders/0 40 10 90", "orders/1 60 10 90"]],
  ["last", { to: "last" }, ["orders/0 40 100 0", "orders/1 60 100 0"]],
  ["a time, after which partition 1 has no records", { to: 5 }, ["orders/0 40 70 30", "orders/1 60 100 0"]],
  ["an offset before the first", { offset: 3 }, ["orders/0 40 10 90", "orders/1 60 10 90"]],
  ["an offset after the last", { offset: 3000 }, ["orders/0 40 100 0", "orders/1 60 100 0"]],
  ["some records back", { by: -5 }, ["orders/0 40 35 65", "orders/1 60 55 45"]],
  ["too many records forward", { by: 50 }, ["orders/0 40 90 10", "orders/1 60 100 0"]],
])("a group is reset to %s", async (_, request, expected) => {
  expect(await resetsOf(request)).toEqual(expected);
});

test("only the named topics and partitions are reset, also those on which the group has no offset", async () => {
  expect(await resetsOf({ topics: "payments/1,orders/1", to: "last" })).toEqual(["orders/1 60 100 0", "payments/1 null 100 0"]);
  // A topic and one of its partitions are the whole topic.
  expect(await resetsOf({ topics: "payments/1,payments", to: "first" })).toHaveLength(2);
  expect(await resetsOf({ topics: "payments,payments/1", to: "first" })).toHaveLength(2);
});

test.each<[string, Omit<CheckedReset, "group">, string]>([
  ["an unknown partition", { topics: "orders/2", to: "last" }, "orders has no partition 2; it has 2 partitions"],
  ["an unknown topic", { topics: "nothing", to: "last" }, "there is no topic nothing"],
  ["a number of records where there is no offset", { topics: "payments", by: 1 }, "has no offset on payments/0"],
])("%s is refused", async (_, request, words) => {
  await expect(resetsOf(request)).rejects.toThrow(words);
});

test("a group with members, or without offsets, is refused", async () => {
  const member = { member: "a-1", client: "a", host: "h", partitions: [] };
  const used = { ...group, members: [member, { ...member, member: "a-2" }] };
  await expect(resetsOf({ to: "last" }, used)).rejects.toThrow(
    "the group reports cannot be reset while there are members (a): stop its clients first",
  );
  await expect(resetsOf({ to: "last" }, { ...group, offsets: [] })).rejects.toThrow("has no offsets; name the topics");
});
