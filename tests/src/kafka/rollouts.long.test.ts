import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../service-program.ts";
import { missingForKafka, titled } from "./available.ts";
import { beginLoad, type Load } from "./load.ts";
import { type BrokerProgram, brokerProgram } from "./service.ts";

/**
 * Runs operations and failures one after another on a cluster of real brokers, while an independent client writes and reads. At the end no
 * acknowledged record may be missing.
 */

const missing = await missingForKafka();
const TOPIC = "orders";
const within = { within: 600_000 };

const usual = { "min.insync.replicas": 2 };
const brokers = (settings: object = {}, engineConfiguration: Readonly<Record<string, string | number | boolean>> = {}) =>
  ({
    kind: "broker",
    engine: "kafka",
    settings: { BROKER_MEM: 256, ...settings },
    engineConfiguration: { ...usual, ...engineConfiguration },
  }) as const;

describe.skipIf(missing !== undefined)(titled("a day of real brokers", missing), { timeout: 300_000 }, () => {
  let service: BrokerProgram;
  let load: Load;
  const plan = (name = "deploy") => service.client.plans.show({ plan: name });
  const messages = async () => (await plan()).phases.flatMap(({ steps }) => steps.map(({ message }) => message));
  const pidOf = (node: string) => service.processes().get(`${node}-node`)?.[0] ?? 0;
  const rolledOut = () => service.client.plans.wait({}, within);

  beforeAll(async () => {
    service = brokerProgram(brokers());
    await service.start();
    await rolledOut();
    await service.client.topics.create({ topic: TOPIC, partitions: 6, replication: 3 });
    load = await beginLoad(await service.bootstrap(), TOPIC);
  }, 600_000);
  afterAll(async () => {
    await load?.close();
    service?.[Symbol.dispose]();
  }, 60_000);

  test("the controller is not listed as a broker", async () => {
    expect(await service.client.pods.list()).toEqual(["broker-0", "broker-1", "broker-2"]);
    expect([...service.processes().keys()].sort()).toEqual(["broker-0-node", "broker-1-node", "broker-2-node", "controller-0-node"]);
  });

  test("a change of memory and of a setting is rolled out one broker at a time, interrupted and continued", async () => {
    const before = service.processes();
    const active = async () => (await plan()).phases.at(-1)?.steps.filter(({ status }) => status === "IN_PROGRESS") ?? [];
    await service.deploy(brokers({ BROKER_MEM: 288 }, { "log.retention.hours": 24 }));
    await service.client.plans.interrupt({});
    await until(async () => (await plan()).status === "WAITING" && (await active()).length === 0);
    expect((await messages()).filter((each) => /is (PENDING|WAITING)/.test(each)).length).toBeGreaterThan(0);
    await service.client.plans.continue({});
    let most = 0;
    await until(async () => {
      most = Math.max(most, (await active()).length);
      return (await plan()).status === "COMPLETE";
    }, 600_000);
    expect(most).toBe(1);
    for (const node of ["broker-0", "broker-1", "broker-2"]) {
      expect(pidOf(node)).not.toBe(before.get(`${node}-node`)?.[0]);
    }
    expect(pidOf("controller-0")).toBe(before.get("controller-0-node")?.[0]);
    expect((await service.client.topics.underReplicated()).message).toBe("");
  });

  test("a higher number of brokers adds a broker and restarts no other", async () => {
    const before = service.processes();
    await service.deploy(brokers({ BROKER_MEM: 288, BROKER_COUNT: 4 }, { "log.retention.hours": 24 }));
    await rolledOut();
    const after = service.processes();
    for (const [task, pids] of before) expect(after.get(task)).toEqual(pids);
    expect(after.has("broker-3-node")).toBe(true);
    await service.client.topics.create({ topic: "wide", partitions: 2, replication: 4 });
  });

  test("a setting with which the broker does not start stops the plan with the broker's error, and a corrected one continues", async () => {
    const with288 = (size: number) => brokers({ BROKER_MEM: 288, BROKER_COUNT: 4 }, { "log.cleaner.dedupe.buffer.size": size });
    // What the broker's own check refuses does not become a plan.
    await expect(service.deploy(with288(1000))).rejects.toThrow(/log\.cleaner\.dedupe\.buffer\.size must be at least 1MB/);
    // Only a start shows that this buffer does not fit into the memory.
    await service.deploy(with288(2_000_000_000));
    await until(async () => (await plan()).status === "ERROR", 90_000);
    expect((await plan()).errors.join()).toMatch(/broker-0: .*(OutOfMemoryError|heap space)/);
    expect((await messages()).filter((each) => /is PENDING/.test(each))).toHaveLength(3);
    await service.deploy(with288(3_000_000));
    await rolledOut();
  });

  test("a killed broker is missed, recovers, and is in sync again", async () => {
    const before = pidOf("broker-1");
    process.kill(before, "SIGKILL");
    await until(() => pidOf("broker-1") !== 0 && pidOf("broker-1") !== before);
    await service.client.plans.wait({ plan: "recovery" }, within);
    await service.client.topics.waitInSync(within);
  });

  test("a restart keeps the volume, and a replacement deletes it", async () => {
    const volume = async () =>
      (await service.client.pods.info({ node: "broker-2" }))[0]?.info.resources?.find(({ disk }) => disk)?.disk?.persistence?.id;
    const before = await volume();
    await service.client.pods.restartAndWait({ node: "broker-2" }, within);
    expect(await volume()).toBe(before);
    await service.client.pods.replaceAndWait({ node: "broker-2" }, within);
    expect(await volume()).not.toBe(before);
    expect((await service.client.topics.underReplicated()).message).toBe("");
  });

  test("a paused broker keeps its volume without serving, and a restart resumes it", async () => {
    await service.client.pods.pause({ node: "broker-3" });
    await until(async () => (await plan("recovery")).status === "COMPLETE" && pidOf("broker-3") === 0);
    await service.client.pods.restart({ node: "broker-3" });
    await until(async () => (await plan("recovery")).status === "COMPLETE" && pidOf("broker-3") !== 0);
  });

  test("a service that is killed in a rollout finds its brokers again, and completes the rollout", async () => {
    await service.deploy(brokers({ BROKER_MEM: 256, BROKER_COUNT: 4 }));
    await until(async () => (await messages()).some((each) => /is IN_PROGRESS/.test(each)));
    const before = service.processes();
    await service.kill();
    expect(service.processes().size).toBeGreaterThanOrEqual(before.size - 1);
    await service.start();
    await rolledOut();
    for (const pids of service.processes().values()) expect(pids).toHaveLength(1);
  });

  test("no acknowledged record is missing", async () => {
    const counts = await load.finish();
    console.log(counts);
    expect(counts.acknowledged).toBeGreaterThan(1000);
    expect(counts.lost).toEqual([]);
    expect(counts.kept).toBeGreaterThanOrEqual(counts.acknowledged);
  });

  test("a service that ends leaves no process behind", async () => {
    await load.close();
    await service.end();
    expect([...service.processes().keys()]).toEqual([]);
  });
});
