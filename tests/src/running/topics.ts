import { type BrokerClient, isReeveError, offsetsOf, partitionsOf, readProducerTest } from "@reeve/broker-client";
import { expect } from "vitest";
import type { Page } from "./ledger.ts";

/** The topic operations of every revision. */
type Topics = BrokerClient<"R1">["topics"] | BrokerClient<"R2">["topics"] | BrokerClient<"R3">["topics"];

/** Creates the topic that the rest of a run uses. */
export async function makeTopics({ asked }: Page, topics: Topics): Promise<void> {
  const orders = { topic: "orders", partitions: 6, replication: 3 };
  await asked("topics.create", topics.create(orders), ({ message }) => expect(message).toContain("orders"));
  await expect(topics.create(orders)).rejects.toSatisfy((error) => isReeveError(error, "conflict"));
  await asked("topics.list", topics.list(), (list) => expect(list).toEqual(["orders"]));
  await asked("topics.describe", topics.describe({ topic: "orders" }), (description) => {
    const partitions = partitionsOf(description);
    expect(partitions.map(({ partition }) => partition)).toEqual([0, 1, 2, 3, 4, 5]);
    for (const { isr, leader } of partitions) expect([isr.length, isr.includes(leader)]).toEqual([3, true]);
  });
  await expect(topics.describe({ topic: "ordrs" })).rejects.toSatisfy((error) => isReeveError(error, "not-found"));
}

/** Creates a topic with settings and defaults, changes its settings, shows its totals, and deletes it. */
export async function configureTopic({ asked }: Page, topics: Topics): Promise<void> {
  const topic = "configured";
  const set = { "retention.ms": 60_000, "cleanup.policy": "compact,delete" };
  await asked("topics.createWith", topics.createWith({ topic, replication: 2, set }), (created) =>
    expect(created).toMatchObject({ topic, partitions: 1, replication: 2 }),
  );
  const values = (settings: Awaited<ReturnType<typeof topics.settings>>, ...names: readonly string[]) =>
    names.map((name) => settings.find((each) => each.name === name)).map((each) => [each?.value, each?.origin]);
  await asked("topics.settings", topics.settings({ topic }), (settings) =>
    expect(values(settings, "retention.ms", "cleanup.policy", "segment.ms")).toEqual([
      ["60000", "topic"],
      ["compact,delete", "topic"],
      ["604800000", "default"],
    ]),
  );
  const change = { topic, set: { "segment.ms": 60_000 }, unset: ["retention.ms"] };
  await asked("topics.configure", topics.configure(change), (settings) =>
    expect(values(settings, "retention.ms", "segment.ms")).toEqual([
      ["604800000", "default"],
      ["60000", "topic"],
    ]),
  );
  const refused = (error: unknown) => isReeveError(error, "bad-input");
  await expect(topics.configure({ topic, set: { "retention.mss": 1 } })).rejects.toSatisfy(refused);
  await expect(topics.configure({ topic, set: { "retention.ms": "soon" } })).rejects.toSatisfy(refused);
  await asked("topics.overview", topics.overview({ topics: topic }), ([overview]) =>
    expect(overview).toMatchObject({ topic, partitions: 1, replication: 2, in_sync: 2, under_replicated: 0, bytes: 0 }),
  );
  await topics.delete({ topic });
}

/** Writes to the topic, counts the records, adds partitions, and lists partitions that are not in sync. */
export async function useTopics({ asked }: Page, topics: Topics): Promise<void> {
  await asked("topics.producerTest", topics.producerTest({ topic: "orders", messages: 600 }), ({ message }) =>
    expect(readProducerTest(message)?.records).toBe(600),
  );
  const sum = async (time?: "first" | "last" | number) => {
    const offsets = offsetsOf(await topics.offsets({ topic: "orders", ...(time !== undefined && { time }) }));
    return [...offsets.values()].reduce((total, offset) => total + offset, 0n);
  };
  await asked("topics.offsets", sum("last"), (total) => expect(total).toBe(600n));
  expect([await sum(), await sum("first"), await sum(1_000)]).toEqual([600n, 0n, 0n]);
  await asked("topics.alter", topics.alter({ topic: "orders", partitions: 8 }), ({ message }) => expect(message).toMatch(/warning/i));
  expect(partitionsOf(await topics.describe({ topic: "orders" }))).toHaveLength(8);
  await topics.waitInSync({ minDelay: 10, within: 120_000 });
  await asked("topics.underReplicated", topics.underReplicated(), ({ message }) => expect(message).toBe(""));
  await asked("topics.unavailable", topics.unavailable(), ({ message }) => expect(message).toBe(""));
}

/** Deletes a topic. */
export async function dropTopic({ asked }: Page, topics: Topics): Promise<void> {
  await topics.create({ topic: "passing", partitions: 1, replication: 1 });
  await asked("topics.delete", topics.delete({ topic: "passing" }), ({ message }) => expect(message).toContain("marked for deletion"));
  expect(await topics.list()).toEqual(["orders"]);
}
