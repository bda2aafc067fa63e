import { partitionsOf, readProducerTest } from "@reeve/broker-models";
import { systemClock } from "@reeve/orchestrator/engine";
import { describe, expect, test } from "vitest";
import { type ManualClock, manualClock } from "../src/index.ts";
import { openInstance, type TestInstance } from "./instance.ts";

type Brokers = TestInstance<"broker">;

async function threeBrokers(clock: ManualClock, more: object = {}): Promise<Brokers> {
  const brokers = await openInstance({ kind: "broker", ...more }, clock, { random: () => 0 });
  for (const { id } of brokers.nodes()) {
    const launched = brokers.launch(id);
    await clock.advance(500);
    await launched;
  }
  return brokers;
}

async function stopped(brokers: Brokers, clock: ManualClock, node: string): Promise<void> {
  const stop = brokers.stop(node);
  await clock.advance(200);
  await stop;
}

async function launched(brokers: Brokers, clock: ManualClock, node: string): Promise<void> {
  const launch = brokers.launch(node);
  await clock.advance(60);
  await launch;
}

const leaders = async ({ cluster: { administration } }: Brokers, topic: string) =>
  (await administration.describe(topic)).map(({ leader }) => leader);

describe("topics", () => {
  test("are spread over the brokers, and described", async () => {
    const clock = manualClock();
    const { cluster } = await threeBrokers(clock);
    const { administration } = cluster;
    await administration.create("orders", 4, 2);
    expect(await administration.topics()).toEqual(["orders"]);
    expect(await administration.describe("orders")).toEqual(
      [
        [0, 1],
        [1, 2],
        [2, 0],
        [0, 2],
      ].map((isr) => ({ controller_epoch: 1, isr, leader: isr[0], leader_epoch: 0, version: 1 })),
    );
    await administration.alter("orders", 6);
    expect((await administration.describe("orders")).map(({ isr }) => isr[0])).toEqual([0, 1, 2, 0, 1, 2]);
    expect(await administration.delete("orders")).toBe("deleted");
    expect(await administration.topics()).toEqual([]);
  });

  test("are refused as the real tools refuse them", async () => {
    const { cluster } = await threeBrokers(manualClock());
    const { administration } = cluster;
    await administration.create("orders.new", 2, 3);
    const refusals: readonly [Promise<unknown>, string, string][] = [
      [administration.create("orders.new", 1, 1), "conflict", "exists already"],
      [administration.create("orders_new", 1, 1), "conflict", "collides with orders.new"],
      [administration.create("other", 1, 4), "bad-input", "larger than the number of available brokers: 3"],
      [administration.create("other", 1_000_000, 1), "bad-input", "at most 200000 partitions"],
      [administration.alter("orders.new", 2), "bad-input", "can only be raised"],
      [administration.describe("orders.now"), "not-found", "did you mean orders.new?"],
      [administration.delete("x"), "not-found", "there is no topic x"],
    ];
    for (const [refused, code, words] of refusals) {
      await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    }
    expect(await administration.topics()).toEqual(["orders.new"]);
  });

  test("are not deleted where the engine's setting forbids it", async () => {
    const { cluster } = await threeBrokers(manualClock(), { engineConfiguration: { "delete.topic.enable": false } });
    await cluster.administration.create("orders", 1, 1);
    expect(await cluster.administration.delete("orders")).toBe("kept");
    expect(await cluster.administration.topics()).toEqual(["orders"]);
  });
});

describe("a broker that is stopped", () => {
  test("hands its leadership over, and comes back in sync", async () => {
    const clock = manualClock();
    const brokers = await threeBrokers(clock);
    const { administration } = brokers.cluster;
    await administration.create("orders", 3, 3);
    expect(await brokers.mayStop("broker-0")).toBe("ready");
    const stop = brokers.stop("broker-0");
    await clock.advance(99);
    expect(await leaders(brokers, "orders")).toEqual([0, 1, 2]);
    await clock.advance(100);
    await stop;
    expect(await leaders(brokers, "orders")).toEqual([1, 1, 2]);
    expect((await administration.describe("orders")).map((each) => each.leader_epoch)).toEqual([1, 0, 0]);
    expect((await administration.underReplicated()).map(({ partition, isr }) => [partition, isr])).toEqual([
      [0, [1, 2]],
      [1, [1, 2]],
      [2, [2, 1]],
    ]);
    expect(await administration.missing()).toEqual(["0"]);
    expect(await brokers.mayStop("broker-1")).toBe("3 partitions under-replicated: orders/0 orders/1 orders/2");
    await launched(brokers, clock, "broker-0");
    expect(await brokers.ready("broker-0")).toBe("it is not in the cluster yet");
    await clock.advance(200);
    expect(await brokers.ready("broker-0")).toBe("3 partitions under-replicated: orders/0 orders/1 orders/2");
    await clock.advance(200);
    expect(await brokers.ready("broker-0")).toBe("ready");
    expect(await leaders(brokers, "orders")).toEqual([1, 1, 2]);
    await clock.advance(15_000);
    expect(await leaders(brokers, "orders")).toEqual([1, 1, 2]);
    expect(await brokers.cluster.atRest?.(new AbortController().signal)).toEqual({ ready: true });
    expect(await leaders(brokers, "orders")).toEqual([0, 1, 2]);
    expect((await administration.describe("orders")).map((each) => each.leader_epoch)).toEqual([2, 0, 0]);
  });
});

describe("where the engine itself brings leaders back", () => {
  const replaced = async (rebalances: boolean) => {
    const clock = manualClock();
    const brokers = await threeBrokers(clock, { engineConfiguration: { "auto.leader.rebalance.enable": rebalances } });
    await brokers.cluster.administration.create("orders", 3, 3);
    const stop = brokers.stop("broker-0");
    await clock.advance(199);
    await stop;
    await launched(brokers, clock, "broker-0");
    await clock.advance(400);
    expect(await leaders(brokers, "orders")).toEqual([1, 1, 2]);
    return { brokers, clock };
  };

  test("it does so at intervals", async () => {
    const { brokers, clock } = await replaced(true);
    await clock.advance(15_000);
    expect(await leaders(brokers, "orders")).toEqual([0, 1, 2]);
  });

  test("they stay where they are if it is told not to", async () => {
    const { brokers, clock } = await replaced(false);
    await clock.advance(15_000);
    await brokers.cluster.atRest?.(new AbortController().signal);
    expect(await leaders(brokers, "orders")).toEqual([1, 1, 2]);
  });
});

describe("a broker that is killed", () => {
  test("counts as no other copy at once: of two that are killed together neither may lose its volume", async () => {
    const clock = manualClock();
    const brokers = await threeBrokers(clock);
    const { administration } = brokers.cluster;
    await administration.create("orders", 1, 2);
    const sending = administration.producerTest("orders", 10, AbortSignal.timeout(120_000));
    await clock.advance(5000);
    await sending;
    const mayLose = (id: string) => brokers.cluster.mayLose([brokers.node(id)], AbortSignal.timeout(120_000));
    expect((await mayLose("broker-0")).ready).toBe(true);
    brokers.simulation.kill("test", "broker-0");
    brokers.simulation.kill("test", "broker-1");
    const only = { ready: false, reason: expect.stringContaining("1 partition in sync on no other broker: orders/0") };
    expect([await mayLose("broker-0"), await mayLose("broker-1")]).toEqual([only, only]);
  });

  test("stays in the cluster until its session ends", async () => {
    const clock = manualClock();
    const brokers = await threeBrokers(clock);
    await brokers.cluster.administration.create("orders", 3, 2);
    brokers.simulation.kill("test", "broker-0");
    expect(brokers.node("broker-0")).toMatchObject({ state: "failed", reason: "it was killed (signal 9)" });
    await clock.advance(2999);
    expect(await leaders(brokers, "orders")).toEqual([0, 1, 2]);
    expect(await brokers.cluster.administration.underReplicated()).toEqual([]);
    await clock.advance(1);
    expect(await leaders(brokers, "orders")).toEqual([1, 1, 2]);
    expect(await brokers.cluster.administration.underReplicated()).toHaveLength(2);
  });

  test("joins again only then", async () => {
    const clock = manualClock();
    const brokers = await threeBrokers(clock);
    await brokers.cluster.administration.create("orders", 3, 2);
    brokers.simulation.kill("test", "broker-0");
    await launched(brokers, clock, "broker-0");
    await clock.advance(1000);
    expect(await brokers.ready("broker-0")).toBe("it waits until its old session ends");
    await clock.advance(2500);
    expect(await brokers.ready("broker-0")).toBe("ready");
  });

  test("leaves partitions without a leader where no replica is in sync, and never elects one that missed records", async () => {
    const clock = manualClock();
    const brokers = await threeBrokers(clock);
    const { administration } = brokers.cluster;
    await administration.create("orders", 1, 2);
    await stopped(brokers, clock, "broker-1");
    await stopped(brokers, clock, "broker-0");
    expect(await administration.describe("orders")).toMatchObject([{ leader: -1, isr: [0] }]);
    expect(await administration.unavailable()).toMatchObject([{ topic: "orders", leader: undefined }]);
    await expect(administration.offsets("orders", "last")).rejects.toMatchObject({ code: "unreachable" });
    await launched(brokers, clock, "broker-1");
    await clock.advance(5000);
    expect(await administration.describe("orders")).toMatchObject([{ leader: -1, isr: [0] }]);
    expect(await brokers.ready("broker-1")).toBe("ready");
    await launched(brokers, clock, "broker-0");
    await clock.advance(1000);
    expect(await administration.describe("orders")).toMatchObject([{ leader: 0, isr: [0, 1] }]);
  });
});

test("a broker that is replaced changes its agent and copies its replicas again", async () => {
  const clock = manualClock();
  const brokers = await threeBrokers(clock);
  await brokers.cluster.administration.create("orders", 3, 2);
  const before = brokers.node("broker-2").placement;
  await stopped(brokers, clock, "broker-2");
  brokers.deleteVolumes("broker-2");
  await launched(brokers, clock, "broker-2");
  expect(brokers.node("broker-2").placement?.agent).not.toBe(before?.agent);
  await clock.advance(250);
  expect(await brokers.ready("broker-2")).toMatch("under-replicated");
  await clock.advance(500);
  expect(await brokers.ready("broker-2")).toBe("ready");
});

test("a broker whose disk was wiped copies its replicas again, and records without another copy are lost", async () => {
  const clock = manualClock();
  const brokers = await openInstance({ kind: "broker", settings: { BROKER_COUNT: 2 } }, clock, {
    random: () => 0,
    stopwatch: () => clock.now(),
  });
  for (const { id } of brokers.nodes()) {
    const launch = brokers.launch(id);
    await clock.advance(500);
    await launch;
  }
  const { administration } = brokers.cluster;
  for (const [topic, replication] of [["safe", 2] as const, ["lone", 1] as const]) {
    await administration.create(topic, 1, replication);
    const sending = administration.producerTest(topic, 100, new AbortController().signal);
    await clock.advance(100);
    expect(readProducerTest(await sending)).toMatchObject({ records: 100 });
  }
  brokers.simulation.wipe("test", "broker-0");
  await launched(brokers, clock, "broker-0");
  await clock.advance(4000);
  expect(await brokers.ready("broker-0")).toBe("ready");
  expect(await administration.offsets("safe", "last")).toEqual([100n]);
  expect(await administration.offsets("lone", "last")).toEqual([0n]);
});

test("brokers and topics are the same after a restart of the service", async () => {
  const clock = manualClock();
  const brokers = await threeBrokers(clock);
  await brokers.cluster.administration.create("orders", 3, 2);
  const before = await brokers.cluster.administration.describe("orders");
  await brokers.close();
  const again = await brokers.reopen();
  expect(again.states).toEqual([]);
  expect(await again.cluster.administration.describe("orders")).toEqual(before);
  expect(await again.cluster.administration.missing()).toEqual([]);
  for (const { id } of again.nodes()) expect(await again.ready(id)).toBe("ready");
  await clock.advance(60_000);
  expect(await again.cluster.administration.describe("orders")).toEqual(before);
});

test("what was under way when the service ended continues after a restart", async () => {
  const clock = manualClock();
  const brokers = await threeBrokers(clock);
  await brokers.cluster.administration.create("orders", 3, 3);
  await stopped(brokers, clock, "broker-0");
  await launched(brokers, clock, "broker-0");
  await clock.advance(210);
  brokers.simulation.kill("test", "broker-1");
  await brokers.close();
  const again = await brokers.reopen();
  expect(await again.ready("broker-0")).toMatch("under-replicated");
  await clock.advance(100);
  expect(await again.ready("broker-0")).toBe("ready");
  expect(await leaders(again, "orders")).toEqual([1, 1, 2]);
  await clock.advance(3000);
  expect(await leaders(again, "orders")).toEqual([0, 2, 2]);
});

test("the same objects are returned until something changes", async () => {
  const clock = manualClock();
  const brokers = await threeBrokers(clock);
  const { administration } = brokers.cluster;
  await administration.create("orders", 1, 3);
  const [topics, described] = [await administration.topics(), await administration.describe("orders")];
  await administration.create("payments", 1, 1);
  expect(await administration.describe("orders")).toBe(described);
  expect(await administration.topics()).not.toBe(topics);
  expect(topics).toEqual(["orders"]);
  await stopped(brokers, clock, "broker-2");
  expect(await administration.describe("orders")).not.toBe(described);
  expect(described).toMatchObject([{ isr: [0, 1, 2] }]);
});

test("connection names the running brokers, at addresses that no real host has", async () => {
  const clock = manualClock();
  const brokers = await threeBrokers(clock, { ports: { broker: 10_000 } });
  brokers.simulation.kill("test", "broker-1");
  expect(await brokers.cluster.administration.connection()).toEqual({
    address: ["198.18.0.1:10000", "198.18.0.3:10000"],
    dns: ["broker-0.test.simulated.invalid:10000", "broker-2.test.simulated.invalid:10000"],
    vip: "broker.test.simulated.invalid:10000",
    coordinator: "coordinator.simulated.invalid:2181/test",
  });
});

test("a broker with too little memory fails with that reason", async () => {
  const clock = manualClock();
  const brokers = await threeBrokers(clock, { settings: { BROKER_MEM: 64, BROKER_COUNT: 1 } });
  await clock.advance(1000);
  expect(brokers.node("broker-0").reason).toMatch("raise BROKER_MEM");
});

describe("the producer test", () => {
  test("moves records and reports what it measured, in the tool's own words", async () => {
    const brokers = await openInstance({ kind: "broker", pace: 0, settings: { BROKER_COUNT: 2 } }, systemClock);
    for (const { id } of brokers.nodes()) {
      await brokers.launch(id);
      while ((await brokers.ready(id)) !== "ready") await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const { administration } = brokers.cluster;
    await administration.create("orders", 3, 2);
    const began = Date.now();
    const line = await administration.producerTest("orders", 20_000, AbortSignal.timeout(120_000));
    const figures = readProducerTest(line);
    expect(figures).toMatchObject({ records: 20_000 });
    expect(figures?.recordsPerSecond).toBeLessThanOrEqual(100_000);
    expect([...(figures?.percentiles.keys() ?? [])]).toEqual([50, 95, 99, 99.9]);
    const ends = await administration.offsets("orders", "last");
    expect(ends.reduce((sum: bigint, end) => sum + (end ?? 0n), 0n)).toBe(20_000n);
    expect(ends.every((end) => end !== undefined && end > 5_000n)).toBe(true);
    expect(await administration.offsets("orders", "first")).toEqual([0n, 0n, 0n]);
    expect(await administration.offsets("orders", began - 1)).toEqual([0n, 0n, 0n]);
    expect(await administration.offsets("orders", Date.now() + 60_000)).toEqual([undefined, undefined, undefined]);
    await brokers.close();
    const again = await brokers.reopen();
    expect(await again.cluster.administration.offsets("orders", "last")).toEqual(ends);
    await again.close();
  });

  test("ends when its caller cancels, and keeps what was sent", async () => {
    const brokers = await openInstance({ kind: "broker", pace: 0, settings: { BROKER_COUNT: 1 } }, systemClock);
    await brokers.launch("broker-0");
    while ((await brokers.ready("broker-0")) !== "ready") await new Promise((resolve) => setTimeout(resolve, 1));
    await brokers.cluster.administration.create("orders", 1, 1);
    const caller = new AbortController();
    const running = brokers.cluster.administration.producerTest("orders", 1_000_000_000, caller.signal);
    const ended = expect(running).rejects.toThrow("abort");
    const end = async () => (await brokers.cluster.administration.offsets("orders", "last"))[0];
    await expect.poll(end).toBeGreaterThan(0n);
    caller.abort();
    await ended;
    expect(await end()).toBeGreaterThan(0n);
    await brokers.close();
  });

  test("is refused where no partition has a leader", async () => {
    const clock = manualClock();
    const brokers = await threeBrokers(clock);
    await brokers.cluster.administration.create("orders", 1, 1);
    await stopped(brokers, clock, "broker-0");
    await expect(brokers.cluster.administration.producerTest("orders", 10, AbortSignal.timeout(1000))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("no partition has a leader"),
    });
  });
});

test("partitions fit the schema of the models", async () => {
  const { cluster } = await threeBrokers(manualClock());
  await cluster.administration.create("orders", 2, 1);
  const described = await cluster.administration.describe("orders");
  const partitions = described.map((partition, number) => ({ [number]: partition }));
  expect(partitionsOf({ partitions }).map(({ partition, leader }) => [partition, leader])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
