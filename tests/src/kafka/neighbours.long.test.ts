import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../service-program.ts";
import { missingForKafka, titled } from "./available.ts";
import { type BrokerProgram, brokerProgram } from "./service.ts";

/** Tests two services, and other programs, on the same machine. */

const missing = await missingForKafka();
const one = { kind: "broker", engine: "kafka", settings: { BROKER_COUNT: 1, BROKER_MEM: 256 } } as const;
const within = { within: 600_000 };

describe.skipIf(missing !== undefined)(titled("neighbours", missing), { timeout: 300_000 }, () => {
  let services: readonly BrokerProgram[] = [];
  beforeAll(async () => {
    services = [brokerProgram(one), brokerProgram(one)];
    await Promise.all(services.map((service) => service.start()));
    await Promise.all(services.map(({ client }) => client.plans.wait({}, within)));
  }, 600_000);
  afterAll(() => {
    for (const service of services) service[Symbol.dispose]();
  });
  const pair = () => {
    const [first, second] = services;
    if (!first || !second) throw new Error("they have not been started");
    return { first, second };
  };

  test("two services that start at the same time have brokers of their own", async () => {
    const { first, second } = pair();
    await first.client.topics.create({ topic: "mine", partitions: 1, replication: 1 });
    expect([await first.client.topics.list(), await second.client.topics.list()]).toEqual([["mine"], []]);
    expect(await first.bootstrap()).not.toEqual(await second.bootstrap());
    const used = await first.client.nodes.usage();
    expect(used.map(({ node }) => node).sort()).toEqual(["broker-0", "controller-0"]);
    for (const { memory, memory_limit: most, processor } of used) {
      expect(memory).toBeGreaterThan(2 ** 25);
      expect(memory).toBeLessThan(most * 2);
      expect(processor).toBeGreaterThan(0.1);
    }
  });

  test("their nodes load their classes from one shared archive", () => {
    const { first, second } = pair();
    const pids = [first, second].flatMap((service) => [...service.processes().values()].flat());
    const archives = pids.map((pid) => /\S*\/classes-[\w-]+\.jsa/.exec(readFileSync(`/proc/${pid}/maps`, "utf8"))?.[0]);
    expect(pids).toHaveLength(4);
    expect(new Set(archives)).toEqual(new Set([expect.stringContaining("/classes-")]));
  });

  test("a port that another program uses is waited for, and the plan names that program", async () => {
    const { first } = pair();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await first.deploy({ ...one, ports: { broker: port } });
    const plan = async () => JSON.stringify(await first.client.plans.show({ plan: "deploy" }));
    const reason = `the port ${port} (broker) of broker-0 is in use by the process ${process.pid} (`;
    await until(async () => (await plan()).includes(reason));
    other.close();
    await first.client.plans.wait({}, within);
    expect(await first.bootstrap()).toEqual([`127.0.0.1:${port}`]);
    await first.deploy(one);
    await first.client.plans.wait({}, within);
    expect(await first.client.topics.list()).toEqual(["mine"]);
  });

  test("a broker and its controller that die together come back", async () => {
    const { second } = pair();
    await second.client.topics.create({ topic: "kept", partitions: 1, replication: 1 });
    const running = () => [...second.processes().values()].flat();
    const killed = new Set(running());
    for (const pid of killed) process.kill(pid, "SIGKILL");
    // The replacements may start before the service notices that the killed processes have ended.
    await until(() => running().filter((pid) => !killed.has(pid)).length === 2);
    await second.client.plans.wait({ plan: "recovery" }, within);
    expect(await second.client.topics.list()).toEqual(["kept"]);
    await second.client.topics.delete({ topic: "kept" });
    await until(async () => (await second.client.topics.list()).length === 0);
  });

  test("a service that ends stops nothing of its neighbour", async () => {
    const { first, second } = pair();
    const before = second.processes();
    await first.end();
    expect([...first.processes().keys()]).toEqual([]);
    expect(second.processes()).toEqual(before);
    expect(await second.client.topics.list()).toEqual([]);
  });

  test("the nodes of a killed service can be ended without it, but not those of a running one", async () => {
    const { second } = pair();
    await expect(second.stopOrphans()).rejects.toMatchObject({ code: "conflict" });
    await second.kill();
    expect(second.processes().size).toBe(2);
    expect(await second.stopOrphans()).toEqual([second.name]);
    expect([...second.processes().keys()]).toEqual([]);
    expect(await second.stopOrphans()).toEqual([second.name]);
  });

  test("and a killed service comes back with its data", async () => {
    const { first } = pair();
    await first.start();
    await first.client.plans.wait({ plan: "recovery" }, within);
    expect(await first.client.topics.list()).toEqual(["mine"]);
    await first.end();
  });
});
