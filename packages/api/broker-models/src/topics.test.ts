import { checkInput, decode } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { createTopic } from "./create-topic.ts";
import { offsetsOf, partitionsOf } from "./readers.ts";
import { TopicDescription } from "./topic-description.ts";
import { topicOffsets } from "./topic-offsets.ts";
import { describeTopic } from "./topics.ts";

const partition = { controller_epoch: 18, isr: [0, 1, 2], leader: 0, leader_epoch: 18, version: 1 };

test("a description's one-key objects become a list with numbers", () => {
  const description = { partitions: [{ "10": partition }, { "2": { ...partition, leader: 2 } }] };
  expect(partitionsOf(description)).toEqual([
    { partition: 2, ...partition, leader: 2 },
    { partition: 10, ...partition },
  ]);
});

test("a partition out of its shape is named with its place", () => {
  const broken = { partitions: [{ "0": partition }, { "1": { ...partition, leader: "x" } }] };
  expect(decode(TopicDescription, broken)).toEqual({
    ok: false,
    issues: ['partitions[1]["1"].leader: expected an integer, received "x"'],
  });
});

test("offsets are exact beyond 2^53, and an empty one is refused", () => {
  const offsets = [{ "1": "9007199254740993" }, { "0": "334" }, { "2": "" }];
  expect([...offsetsOf(offsets)]).toEqual([
    [0, 334n],
    [1, 9007199254740993n],
  ]);
});

describe("times", () => {
  test.each([
    ["first", "first"],
    ["last", "last"],
    [-2, "first"],
    [-1, "last"],
    [0, 0],
    [1491516156590, 1491516156590],
  ] as const)("%j means %j", (time, canonical) => {
    expect(checkInput(topicOffsets, { topic: "orders", time })).toEqual({ topic: "orders", time: canonical });
  });

  test.each([-3, 1.5, "latest", "", null, "5"])("%j is refused", (time) => {
    expect(() => checkInput(topicOffsets, { topic: "orders", time })).toThrow("time: expected first, last or a time in milliseconds");
  });
});

describe("names of topics", () => {
  test.each(["orders", "a", "A.b_c-9", "x".repeat(249), "__consumer_offsets", "..."])("%s is one", (topic) => {
    expect(checkInput(describeTopic, { topic })).toEqual({ topic });
  });

  test.each(["", ".", "..", "a/b", "a b", "é", "x".repeat(250), "a\n", "%2e"])("%j is refused", (topic) => {
    expect(() => checkInput(describeTopic, { topic })).toThrow("topic: expected the name of a topic");
  });

  test.each(["under_replicated_partitions", "unavailable_partitions"])("%s is kept by the API", (topic) => {
    expect(() => checkInput(createTopic, { topic, partitions: 1, replication: 1 })).toThrow(
      "topic: expected a name that the API does not reserve",
    );
  });
});

test.each([
  [{ partitions: 0, replication: 1 }, "partitions: expected an integer from 1 to 1000000, received 0"],
  [{ partitions: 1.5, replication: 1 }, "partitions: expected an integer from 1 to 1000000, received 1.5"],
  [{ partitions: "3", replication: 1 }, 'partitions: expected an integer from 1 to 1000000, received "3"'],
  [{ partitions: 3, replication: 0 }, "replication: expected an integer from 1 to 32767, received 0"],
  [{ partitions: 3 }, "replication: missing"],
])("a topic of %j is not created", (input, issue) => {
  expect(() => checkInput(createTopic, { topic: "orders", ...input })).toThrow(issue);
});
