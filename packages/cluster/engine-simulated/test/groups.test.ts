import { systemClock } from "@reeve/orchestrator/engine";
import { describe, expect, test } from "vitest";
import { type ManualClock, manualClock } from "../src/index.ts";
import { openInstance, type TestInstance } from "./instance.ts";

type Brokers = TestInstance<"broker">;

const MINUTE = 60_000;

async function launchAll(brokers: Brokers, clock: ManualClock): Promise<Brokers> {
  for (const { id } of brokers.nodes()) {
    const launched = brokers.launch(id);
    await clock.advance(2000);
    await launched;
  }
  await clock.advance(2000);
  return brokers;
}

const brokersWith = async (clock: ManualClock, more: object = {}) =>
  launchAll(await openInstance({ kind: "broker", ...more }, clock, { random: () => 0 }), clock);

const namesOf = async ({ cluster }: Brokers) =>
  (await cluster.administration.groups.list()).map(({ group, members }) => `${group} ${members}`);

const groupOf = async ({ cluster }: Brokers, name: string) => cluster.administration.groups.show(name);

describe("consumer groups", () => {
  test("exist as soon as there is something to read, and have members while there is traffic", async () => {
    const clock = manualClock();
    const quiet = await brokersWith(clock);
    expect(await namesOf(quiet)).toEqual([]);
    await quiet.cluster.administration.create("orders", 3, 3);
    expect(await namesOf(quiet)).toEqual(["billing 0", "reports 0", "search 0"]);
    const steady = await brokersWith(manualClock(), { traffic: "steady" });
    await steady.cluster.administration.create("orders", 3, 3);
    expect(await namesOf(steady)).toEqual(["billing 2", "reports 0", "search 3"]);
  });

  test("read what the traffic writes: one at once, one in batches, and one not at all", async () => {
    const clock = manualClock();
    const brokers = await brokersWith(clock, { traffic: "busy" });
    await brokers.cluster.administration.create("orders", 3, 3);
    await namesOf(brokers);
    const writes = brokers.engineStore.writes.length;
    await clock.advance(60 * MINUTE + 30_000);
    const [billing, reports, search] = await Promise.all(["billing", "reports", "search"].map((name) => groupOf(brokers, name)));
    const end = billing?.offsets.reduce((sum, each) => sum + (each.end ?? 0), 0) ?? 0;
    expect(end).toBeGreaterThan(10_000);
    expect(reports?.lag).toBe(end);
    expect(search?.lag).toBeGreaterThan(10 * (billing?.lag ?? 0));
    expect(billing?.lag).toBeGreaterThan(0);
    expect(billing?.lag).toBeLessThan(end / 100);
    // Nothing is stored only because it was read.
    expect(brokers.engineStore.writes.length).toBe(writes);
  });

  test("give each partition to one member", async () => {
    const brokers = await brokersWith(manualClock(), { traffic: "steady" });
    await brokers.cluster.administration.create("orders", 5, 3);
    const { members, offsets } = await groupOf(brokers, "billing");
    expect(members.map(({ client, partitions }) => [client, partitions.map(({ partition }) => partition)])).toEqual([
      ["billing-1", [0, 1, 2]],
      ["billing-2", [3, 4]],
    ]);
    expect(offsets.map(({ member }) => member)).toEqual([0, 0, 0, 1, 1].map((at) => members[at]?.member));
  });

  test("keep their offsets when the service ends, and lose them with their topic", async () => {
    const clock = manualClock();
    const brokers = await brokersWith(clock, { traffic: "busy" });
    const { administration } = brokers.cluster;
    await administration.create("orders", 2, 3);
    await groupOf(brokers, "billing");
    await clock.advance(10 * MINUTE);
    const before = (await groupOf(brokers, "billing")).offsets.map(({ offset }) => offset ?? 0);
    expect(Math.min(...before)).toBeGreaterThan(0);
    await brokers.close();
    const again = await brokers.reopen();
    expect((await groupOf(again, "billing")).offsets.map(({ offset }) => offset)).toEqual(before);
    await again.cluster.administration.delete("orders");
    await again.cluster.administration.create("orders", 2, 3);
    expect((await groupOf(again, "billing")).offsets.map(({ offset }) => offset)).toEqual([0, 0]);
  });

  test("take offsets and are deleted only without members, also after a restart", async () => {
    const clock = manualClock();
    const brokers = await brokersWith(clock, { traffic: "steady" });
    const { groups, create } = brokers.cluster.administration;
    await create("orders", 2, 3);
    await namesOf(brokers);
    await clock.advance(60 * MINUTE);
    for (const refused of [groups.commit("billing", []), groups.delete("billing")]) {
      await expect(refused).rejects.toMatchObject({ code: "conflict" });
    }
    await expect(groups.show("billings")).rejects.toThrow("did you mean billing?");
    await groups.commit("reports", [{ topic: "orders", partition: 1, offset: 7 }]);
    await brokers.close();
    const again = await brokers.reopen();
    expect((await groupOf(again, "reports")).offsets.map(({ offset }) => offset)).toEqual([0, 7]);
    await again.cluster.administration.groups.delete("reports");
    expect(await namesOf(again)).toEqual(["billing 2", "search 3"]);
    await again.close();
    expect(await namesOf(await again.reopen())).toEqual(["billing 2", "search 3"]);
  });

  test("that were deleted come back with their clients", async () => {
    const clock = manualClock();
    const brokers = await brokersWith(clock);
    await brokers.cluster.administration.create("orders", 1, 3);
    await brokers.cluster.administration.groups.delete("billing");
    expect(await namesOf(brokers)).toEqual(["reports 0", "search 0"]);
    brokers.definition = { ...brokers.definition, traffic: "steady" } as typeof brokers.definition;
    expect(await namesOf(brokers)).toEqual(["billing 2", "reports 0", "search 3"]);
  });

  test("of a cluster without running brokers are unknown", async () => {
    const clock = manualClock();
    const brokers = await brokersWith(clock);
    await brokers.cluster.administration.create("orders", 1, 1);
    for (const { id } of brokers.nodes()) {
      const stop = brokers.stop(id);
      await clock.advance(5000);
      await stop;
    }
    await expect(brokers.cluster.administration.groups.list()).rejects.toMatchObject({ code: "unreachable" });
  });
});

describe("settings of topics", () => {
  test("limit the records of the topic, and so its size", async () => {
    const clock = manualClock();
    const brokers = await brokersWith(clock, { traffic: "busy" });
    const { administration } = brokers.cluster;
    await administration.create("orders", 1, 3);
    const bytes = async () => (await administration.layout()).partitions[0]?.bytes ?? 0;
    await bytes();
    await clock.advance(60 * MINUTE);
    const all = await bytes();
    expect(all).toBeGreaterThan(100_000);
    await administration.configure("orders", { set: { "retention.bytes": "10240" }, unset: [] });
    expect(await bytes()).toBe(10_240);
    // What a limit has deleted does not come back without the limit.
    await administration.configure("orders", { set: {}, unset: ["retention.bytes"] });
    expect(await bytes()).toBe(10_240);
    await clock.advance(60 * MINUTE);
    const hour = await bytes();
    await administration.configure("orders", { set: { "retention.ms": String(6 * MINUTE) }, unset: [] });
    const minutes = await bytes();
    expect(minutes).toBeGreaterThan(hour / 20);
    expect(minutes).toBeLessThan(hour / 5);
    // The age of records counts, and not whether there is still traffic.
    brokers.definition = { ...brokers.definition, traffic: "quiet" } as typeof brokers.definition;
    expect(await bytes()).toBe(minutes);
    await clock.advance(7 * MINUTE);
    expect(await bytes()).toBe(0);
  });

  test("are kept, and deleted with the topic", async () => {
    const clock = manualClock();
    const brokers = await brokersWith(clock, { engineConfiguration: { "num.partitions": 5 } });
    const made = await brokers.cluster.administration.createWith("orders", { set: { "cleanup.policy": "compact" } });
    expect(made).toEqual({ partitions: 5, replication: 3 });
    const own = async ({ cluster }: Brokers) =>
      (await cluster.administration.settings("orders"))
        .filter(({ origin }) => origin === "topic")
        .map(({ name, value }) => `${name}=${value}`);
    expect(await own(brokers)).toEqual(["cleanup.policy=compact", "min.insync.replicas=2"]);
    const change = { set: { "segment.ms": "60000" }, unset: ["min.insync.replicas"] };
    await brokers.cluster.administration.configure("orders", change);
    await brokers.close();
    const again = await brokers.reopen();
    expect(await own(again)).toEqual(["cleanup.policy=compact", "segment.ms=60000"]);
    await again.cluster.administration.delete("orders");
    await again.cluster.administration.create("orders", 1, 1);
    expect(await own(again)).toEqual(["min.insync.replicas=1"]);
  });

  test("decide how many replicas must be in sync", async () => {
    const clock = manualClock();
    const brokers = await brokersWith(clock);
    const { administration } = brokers.cluster;
    await administration.create("orders", 1, 3);
    const minInSync = async () => (await administration.layout()).partitions[0]?.minInSync;
    expect(await minInSync()).toBe(2);
    await administration.configure("orders", { set: { "min.insync.replicas": "3" }, unset: [] });
    expect(await minInSync()).toBe(3);
  });
});

test("the clients of the simulation catch up with a producer test at a limited speed", async () => {
  const brokers = await openInstance({ kind: "broker", pace: 0, traffic: "steady" }, systemClock, { random: () => 0 });
  for (const { id } of brokers.nodes()) await brokers.launch(id);
  await expect.poll(() => brokers.cluster.administration.missing()).toEqual([]);
  const { administration } = brokers.cluster;
  await administration.create("orders", 1, 3);
  await groupOf(brokers, "billing");
  await administration.producerTest("orders", 50_000, new AbortController().signal);
  const lagNow = async () => (await groupOf(brokers, "billing")).lag ?? 0;
  const first = await lagNow();
  expect(first).toBeGreaterThan(1000);
  await expect.poll(lagNow).toBeLessThan(first);
  await brokers.close();
});
