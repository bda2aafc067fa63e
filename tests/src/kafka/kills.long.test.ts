import { setTimeout as sleep } from "node:timers/promises";
import { offsetsOf, partitionsOf } from "@reeve/broker-client";
import { generator, seed } from "@reeve/testing/seeded";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../service-program.ts";
import { missingForKafka, titled } from "./available.ts";
import { type BrokerProgram, brokerProgram } from "./service.ts";

/**
 * Kills the service, a broker or a controller at random moments of rollouts: a few times by default, otherwise REEVE_KAFKA_KILLS times.
 * Every plan must complete, no task may run twice, and no process may remain at the end.
 */

const missing = await missingForKafka();
const kills = Number(process.env.REEVE_KAFKA_KILLS ?? 2);
const random = generator(seed);

const brokers = (memory: number) => ({ kind: "broker", engine: "kafka", settings: { BROKER_MEM: memory } }) as const;

describe.skipIf(missing !== undefined)(titled("killed at random", missing), { timeout: 600_000 + kills * 60_000 }, () => {
  let service: BrokerProgram;
  const twice = new Set<string>();
  let watching = true;

  beforeAll(async () => {
    service = brokerProgram(brokers(256));
    await service.start();
    await service.client.plans.wait({}, { within: 600_000 });
    await service.client.topics.create({ topic: "orders", partitions: 6, replication: 3 });
  }, 600_000);
  afterAll(() => {
    watching = false;
    service?.[Symbol.dispose]();
  });

  async function watch(): Promise<void> {
    for (; watching; await sleep(100)) {
      for (const [task, pids] of service.processes()) if (pids.length > 1) twice.add(`${task}: ${pids.join(", ")}`);
    }
  }

  const reads = ["", "/alone", "/under_replicated_partitions", "/unavailable_partitions"].map((path) => `/topics${path}`);

  async function leaderOf(topic: string): Promise<readonly [leader: number, pid: number]> {
    const leader = partitionsOf(await service.client.topics.describe({ topic }))[0]?.leader ?? 0;
    return [leader, service.processes().get(`broker-${leader}-node`)?.[0] ?? 0];
  }

  async function isWell(): Promise<boolean> {
    const plans = await Promise.all(["deploy", "recovery"].map((plan) => service.client.plans.show({ plan })));
    return plans.every(({ status }) => status === "COMPLETE");
  }

  async function killSomething(): Promise<string> {
    if (random() < 0.4) {
      await service.kill();
      await sleep(random() * 1000);
      await service.start();
      return "service";
    }
    const running = [...service.processes()];
    const [task = "nothing", [pid = 0] = []] = running[Math.floor(random() * running.length)] ?? [];
    if (pid > 0) process.kill(pid, "SIGKILL");
    return task;
  }

  test("offsets are correct while a leader hangs", async () => {
    const { client } = service;
    await client.topics.create({ topic: "alone", partitions: 3, replication: 1 });
    const description = await client.topics.describe({ topic: "alone" });
    const hanging = partitionsOf(description)[0]?.leader ?? 0;
    const [pid = 0] = service.processes().get(`broker-${hanging}-node`) ?? [];
    process.kill(pid, "SIGSTOP");
    try {
      // A partition with other replicas is answered by its next leader. The request for a partition without other replicas fails.
      expect([...offsetsOf(await client.topics.offsets({ topic: "orders" })).values()]).toEqual(Array.from({ length: 6 }, () => 0n));
      await expect(client.topics.offsets({ topic: "alone" }, { timeout: 15_000 })).rejects.toMatchObject({
        message: expect.stringContaining("alone-0 has no leader"),
        context: { status: 503 },
      });
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await until(isWell, 60_000);
    // The broker leads its partitions again once the controllers have heard from it.
    await until(async () => (await service.client.topics.unavailable()).message === "");
    expect(offsetsOf(await client.topics.offsets({ topic: "alone" })).size).toBe(3);
  });

  test("descriptions and lists are answered at once while a leader hangs, and name that leader", async () => {
    const [hanging, pid] = await leaderOf("alone");
    process.kill(pid, "SIGSTOP");
    try {
      for (const path of reads) {
        const begun = performance.now();
        expect((await service.read(path)).status, path).toBe(200);
        expect(performance.now() - begun, path).toBeLessThan(3000);
      }
      const leads = async () => partitionsOf(await service.client.topics.describe({ topic: "alone" }))[0]?.leader;
      expect([hanging, -1]).toContain(await leads());
      await until(async () => (await leads()) === -1);
      expect((await service.client.topics.unavailable()).message).toMatch(/Topic: alone Partition: 0 Leader: none/);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await until(isWell, 60_000);
  });

  test("with hanging brokers every read is answered in time with 504, and without brokers with 503", async () => {
    const brokers = [...service.processes()].filter(([task]) => task.startsWith("broker")).flatMap(([, pids]) => pids);
    const statuses = async () => {
      const begun = performance.now();
      const answers = await Promise.all(reads.map((path) => service.read(path)));
      expect(performance.now() - begun).toBeLessThan(15_000);
      return [...new Set(answers.map(({ status }) => status))].join();
    };
    for (const pid of brokers) process.kill(pid, "SIGSTOP");
    try {
      // A read may share a request to which a broker has answered just before it was stopped.
      await until(async () => (await statuses()) === "504");
    } finally {
      for (const pid of brokers) process.kill(pid, "SIGKILL");
    }
    // A killed process may still be listed for a moment, but it ends before its successor starts.
    await until(async () => (await statuses()) === "503");
    await until(isWell, 90_000);
    expect(await service.client.topics.list()).toEqual(["alone", "orders"]);
  });

  test("the log has one line when the engine stops answering, and one when it answers again", async () => {
    const lines = service.logged().map(({ event }) => event);
    const outages = lines.filter((event) => event === "failure" || event === "answers again");
    // First the leader hung, then all brokers hung. Each of the two outages is logged once, however many reads failed.
    expect(outages).toEqual(["failure", "answers again", "failure", "answers again"]);
  });

  test(`after ${kills} kills (seed ${seed}), every plan completes, no task runs twice and no process remains`, async () => {
    const watcher = watch();
    const killed: string[] = [];
    for (let round = 0; round < kills; round++) {
      if (await isWell()) await service.deploy(brokers(256 + (round % 2 === 0 ? 16 : 0)));
      await sleep(random() * 6000);
      killed.push(await killSomething());
      if (random() < 0.5) await until(isWell);
    }
    // The cluster looks healthy until the last kill is noticed.
    const running = () => [...service.processes()].map(([task, pids]) => `${task} ${pids.length}`).sort();
    await until(async () => running().length === 4 && (await isWell()), 300_000);
    await service.client.topics.waitInSync({ within: 60_000 });
    watching = false;
    await watcher;
    console.log(`killed: ${killed.join(" ")}`);
    expect([...twice]).toEqual([]);
    expect(running()).toEqual(["broker-0-node 1", "broker-1-node 1", "broker-2-node 1", "controller-0-node 1"]);
    await service.end();
    expect([...service.processes().keys()]).toEqual([]);
  });
});
