import { type BrokerClient, createBrokerClient } from "@reeve/broker-client";
import { type ErrorCode, isReeveError } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { type Consumer, Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingForKafka, titled } from "./available.ts";
import { bootstrapOf } from "./bootstrap.ts";
import { fill } from "./load.ts";

/** Compares what real brokers report about topics and consumer groups with the simulation, and with an independent client. */

const missing = await missingForKafka();
const settings = { BROKER_COUNT: 2, BROKER_MEM: 256 };
const engineConfiguration = { "delete.topic.enable": true, "log.retention.hours": 24 };

describe.skipIf(missing !== undefined)(titled("topics and groups of real brokers", missing), () => {
  let reeve: Reeve;
  let real: BrokerClient<"R3">;
  let simulated: BrokerClient<"R3">;
  let kafka: Kafka;
  let brokers: readonly string[];

  beforeAll(async () => {
    reeve = await startReeve({
      services: {
        real: { kind: "broker", engine: "kafka", settings, engineConfiguration },
        simulated: { kind: "broker", settings, engineConfiguration, pace: 0 },
      },
    });
    const reach = { url: reeve.url, token: reeve.token, revision: "R3" } as const;
    real = createBrokerClient({ ...reach, service: "real" });
    simulated = createBrokerClient({ ...reach, service: "simulated" });
    await Promise.all([real, simulated].map(({ plans }) => plans.wait({}, { within: 240_000 })));
    brokers = await bootstrapOf(real);
    kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
  }, 300_000);
  afterAll(() => reeve?.close(), 60_000);

  const both = () => [real, simulated] as const;

  test("a topic gets the brokers' own defaults, and settings whose origins both engines name alike", async () => {
    for (const { topics } of both()) {
      const created = await topics.createWith({ topic: "orders", set: { "retention.ms": 3_600_000 } });
      expect(created).toEqual({ topic: "orders", partitions: 1, replication: 2, note: expect.any(String) });
    }
    const [ofReal, ofSimulated] = await Promise.all(both().map(({ topics }) => topics.settings({ topic: "orders" })));
    expect(ofSimulated).toEqual(ofReal);
    const setting = (name: string) => ofReal?.find((each) => each.name === name);
    expect(setting("retention.ms")).toEqual({
      ...{ name: "retention.ms", value: "3600000", origin: "topic", inherited: "86400000" },
    });
    expect(setting("unclean.leader.election.enable")).toMatchObject({ value: "false", origin: "broker" });
    expect(setting("segment.ms")).toMatchObject({ origin: "default" });
  });

  test("settings change and are inherited again, and an independent client sees them", async () => {
    for (const { topics } of both()) {
      const changed = await topics.configure({
        ...{ topic: "orders", set: { "cleanup.policy": "compact,delete" }, unset: ["retention.ms"] },
      });
      const now = new Map(changed.map(({ name, value, origin }) => [name, [value, origin]]));
      expect(now.get("cleanup.policy")).toEqual(["compact,delete", "topic"]);
      expect(now.get("retention.ms")).toEqual(["86400000", "broker"]);
    }
    const admin = kafka.admin();
    await admin.connect();
    const { resources } = await admin.describeConfigs({
      ...{ includeSynonyms: false, resources: [{ type: 2, name: "orders", configNames: ["cleanup.policy"] }] },
    });
    await admin.disconnect();
    expect(resources[0]?.configEntries[0]?.configValue).toBe("compact,delete");
  });

  test.each([
    ["an unknown setting", { "retention.mss": 1 }],
    ["a value that is no number", { "retention.ms": "soon" }],
    ["a value out of range", { "min.insync.replicas": 0 }],
  ])("%s is refused by both, and nothing is created", async (_, set) => {
    for (const { topics } of both()) {
      expect(await codeOf(topics.createWith({ topic: "refused", set }))).toBe("bad-input");
      expect(await codeOf(topics.configure({ topic: "orders", set }))).toBe("bad-input");
      expect(await topics.list()).toEqual(["orders"]);
    }
  });

  test("without clients there are no groups", async () => {
    expect(await real.groups.list()).toEqual([]);
    expect(await codeOf(real.groups.show({ group: "reports" }))).toBe("not-found");
    // To ask for a group creates no topic for offsets.
    expect(await real.topics.list()).toEqual(["orders"]);
  });

  test("a group is shown with its members, its offsets and its lag", { timeout: 120_000 }, async () => {
    await real.topics.createWith({ topic: "payments", partitions: 3 });
    await fill(brokers, "payments", 3, 100);
    const reader = await readingOf(kafka, "payments");
    try {
      await reader.until(300);
      const listed = async () => (await real.groups.list())[0];
      await expect.poll(listed, { timeout: 30_000 }).toMatchObject({ lag: 0 });
      expect(await listed()).toEqual({
        ...{
          group: "reports",
          state: "Stable",
          members: 1,
          coordinator: expect.any(Number),
          topics: ["payments"],
          lag: 0,
        },
      });
      const shown = await real.groups.show({ group: "reports" });
      expect(shown.members).toEqual([
        {
          ...{ member: expect.stringMatching(/^reader-/), client: "reader", host: "127.0.0.1" },
          partitions: [0, 1, 2].map((partition) => ({ topic: "payments", partition })),
        },
      ]);
      expect(shown.offsets).toEqual(
        [0, 1, 2].map((partition) => ({
          ...{ topic: "payments", partition, offset: 100, end: 100, lag: 0, member: shown.members[0]?.member },
        })),
      );
      for (const change of [
        () => real.groups.proposal({ group: "reports", to: "first" }),
        () => real.groups.reset({ group: "reports", to: "first" }),
        () => real.groups.delete({ group: "reports" }),
      ]) {
        expect(await codeOf(change())).toBe("conflict");
      }
    } finally {
      await reader.stop();
    }
    await fill(brokers, "payments", 3, 10);
    expect(await real.groups.show({ group: "reports" })).toMatchObject({ state: "Empty", members: [], lag: 30 });
  });

  test("a group without members is reset, and its next member reads from there", { timeout: 120_000 }, async () => {
    const proposed = await real.groups.proposal({ group: "reports", topics: "payments/0,payments/2", by: -5 });
    expect(proposed).toEqual([0, 2].map((partition) => ({ topic: "payments", partition, from: 100, to: 95, lag: 15 })));
    expect(await offsetsOf(kafka)).toEqual(["100", "100", "100"]);
    expect(await real.groups.reset({ group: "reports", topics: "payments/0,payments/2", by: -5 })).toEqual(proposed);
    expect(await offsetsOf(kafka)).toEqual(["95", "100", "95"]);
    // An offset outside of the log is moved to its nearest end.
    const far = await real.groups.reset({ group: "reports", topics: "payments/1", offset: 5000 });
    expect(far).toEqual([{ topic: "payments", partition: 1, from: 100, to: 110, lag: 0 }]);
    expect(await codeOf(real.groups.reset({ group: "reports", topics: "nothing", to: "last" }))).toBe("not-found");
    expect(await codeOf(real.groups.reset({ group: "reports", topics: "payments/9", to: "last" }))).toBe("not-found");
    const since = await real.groups.proposal({ group: "reports", to: "2020-01-01T00:00:00Z" });
    expect(since.map(({ to }) => to)).toEqual([0, 0, 0]);
    await real.groups.reset({ group: "reports", to: "first" });
    const reader = await readingOf(kafka, "payments");
    await reader.until(330);
    await reader.stop();
    await expect.poll(() => offsetsOf(kafka), { timeout: 30_000 }).toEqual(["110", "110", "110"]);
  });

  test("a group does not count as missing while its coordinator changes", { timeout: 180_000 }, async () => {
    const { coordinator } = await real.groups.show({ group: "reports" });
    const answers = new Set<ErrorCode | undefined>();
    let isOver = false;
    const asked = (async () => {
      while (!isOver) answers.add(await codeOf(real.groups.show({ group: "reports" })));
    })();
    await real.pods.restartAndWait({ node: `broker-${coordinator}` });
    await real.partitions.electLeaders({});
    await expect.poll(async () => (await real.partitions.show({})).status, { timeout: 60_000 }).toBe("COMPLETE");
    isOver = true;
    await asked;
    expect([...answers]).toContain(undefined);
    expect([...answers]).not.toContain("not-found");
  });

  test("a group without members is deleted", { timeout: 60_000 }, async () => {
    expect(await real.groups.delete({ group: "reports" })).toEqual({ group: "reports" });
    expect(await real.groups.list()).toEqual([]);
    expect(await codeOf(real.groups.delete({ group: "reports" }))).toBe("not-found");
  });
});

async function codeOf(call: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (isReeveError(error)) return error.code;
    throw error;
  }
}

/** The offsets that the group has committed, as an independent client reads them. */
async function offsetsOf(kafka: Kafka): Promise<readonly string[]> {
  const admin = kafka.admin();
  await admin.connect();
  const [topic] = await admin.fetchOffsets({ groupId: "reports", topics: ["payments"] });
  await admin.disconnect();
  return (topic?.partitions ?? []).toSorted((a, b) => a.partition - b.partition).map(({ offset }) => offset);
}

/** An independent client that reads a topic as a member of the group. */
async function readingOf(kafka: Kafka, topic: string) {
  const consumer: Consumer = new Kafka({
    ...{ clientId: "reader", brokers: await addressesOf(kafka), logLevel: logLevel.NOTHING },
  }).consumer({ groupId: "reports", allowAutoTopicCreation: false });
  let read = 0;
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({ autoCommitThreshold: 1, eachMessage: async () => void read++ });
  return {
    until: (count: number) => expect.poll(() => read, { timeout: 60_000 }).toBeGreaterThanOrEqual(count),
    stop: () => consumer.disconnect(),
  };
}

async function addressesOf(kafka: Kafka): Promise<string[]> {
  const admin = kafka.admin();
  await admin.connect();
  const { brokers } = await admin.describeCluster();
  await admin.disconnect();
  return brokers.map(({ host, port }) => `${host}:${port}`);
}
