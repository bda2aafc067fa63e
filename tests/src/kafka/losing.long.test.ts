import { readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { partitionsOf } from "@reeve/broker-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../service-program.ts";
import { missingForKafka, titled } from "./available.ts";
import { freePorts } from "./free-ports.ts";
import { acknowledgedBy, beginLoad, createTopic, type Load, recordsIn } from "./load.ts";
import { type BrokerProgram, brokerProgram } from "./service.ts";

/**
 * Checks with an independent client that acknowledged records survive every request of an operator. All tests share one cluster with three
 * controllers and fixed ports.
 */

const missing = await missingForKafka();
const within = { within: 600_000 };

/** A topic for which a single broker can acknowledge a record, which the topics of the service never allow. */
const RISKY = "risky";
const ALONE = "alone";

describe.skipIf(missing !== undefined)(titled("what must not be lost", missing), { timeout: 900_000 }, () => {
  let service: BrokerProgram;
  let load: Load;
  let ports: readonly number[] = [];
  const pidOf = (node: string) => service.processes().get(`${node}-node`)?.[0] ?? 0;
  const recovery = () => service.client.plans.show({ plan: "recovery" });
  const stepOf = async (node: string) => (await recovery()).phases.findLast(({ name }) => name === node)?.steps[0]?.reason ?? "";
  const volume = async () =>
    (await service.client.pods.info({ node: "broker-0" }))[0]?.info.resources?.find(({ disk }) => disk)?.disk?.persistence?.id;
  const definition = (controllers: 1 | 3) =>
    ({
      kind: "broker",
      engine: "kafka",
      controllers,
      ports: { broker: ports[0] ?? 0, controller: ports[3] ?? 0 },
      settings: { BROKER_MEM: 256 },
    }) as const;

  beforeAll(async () => {
    ports = await freePorts(6);
    service = brokerProgram(definition(1));
    await service.start();
    await service.client.plans.wait({}, within);
    await createTopic(await service.bootstrap(), RISKY, 1);
    load = await beginLoad(await service.bootstrap(), RISKY, 50);
  }, 600_000);
  afterAll(async () => {
    await load?.close();
    service?.[Symbol.dispose]();
  }, 60_000);

  test("brokers and the controller use the ports in the definition", async () => {
    expect(await service.bootstrap()).toEqual(ports.slice(0, 3).map((port) => `127.0.0.1:${port}`));
  });

  test("the service warns at its start that there is only one controller", () => {
    expect(service.notes).toContainEqual(expect.stringContaining("only one controller stores the list of topics"));
  });

  test("one controller becomes three while brokers run", async () => {
    await service.deploy(definition(3));
    await service.client.plans.wait({}, within);
    const nodes = (await service.client.nodes.list()).filter(({ internal }) => internal);
    expect(nodes.map(({ node }) => node)).toEqual(["controller-0", "controller-1", "controller-2"]);
    await expect(service.deploy(definition(1))).rejects.toThrow("controller");
  });

  test("a replaced controller, even the first one, is formatted again and joins, and the topics stay", async () => {
    for (const node of ["controller-0", "controller-1"]) {
      const before = pidOf(node);
      await service.client.nodes.replaceAndWait({ node }, within);
      expect(pidOf(node)).not.toBe(before);
    }
    expect(await service.client.topics.list()).toContain(RISKY);
    await service.client.topics.create({ topic: "after", partitions: 1, replication: 3 });
  });

  test("topics made by the service survive the loss of a broker, and a note says which topics do not", async () => {
    const { client } = service;
    const notes = async (topic: string) => (await client.topics.describe({ topic })).note;
    expect(await notes("after")).toBeUndefined();
    expect(await notes(RISKY)).toContain("min.insync.replicas is 1");
    const { note } = await client.topics.create({ topic: "single", partitions: 1, replication: 1 });
    expect(note).toContain("each partition has one copy");
    await client.topics.delete({ topic: "single" });
  });

  test("a replacement waits while the other brokers hang and are restarted, and then loses nothing", async () => {
    await until(() => load.acknowledged >= 9000);
    const before = { volume: await volume(), hung: ["broker-1", "broker-2"].map(pidOf), own: pidOf("broker-0") };
    for (const pid of before.hung) process.kill(pid, "SIGSTOP");
    await until(async () => {
      const description = await service.client.topics.describe({ topic: RISKY });
      return partitionsOf(description).every(({ isr }) => isr.length === 1 && isr[0] === 0);
    });
    await service.client.pods.replace({ node: "broker-0" });
    await until(async () => /under-replicated|on broker-0 alone/.test(await stepOf("broker-0")));
    expect(await volume()).toBe(before.volume);
    expect(pidOf("broker-0")).toBe(before.own);
    await until(async () => (await recovery()).status === "COMPLETE");
    for (const [index, node] of ["broker-1", "broker-2"].entries()) {
      expect(pidOf(node), `${node} was restarted`).not.toBe(before.hung[index]);
    }
    expect(await volume()).not.toBe(before.volume);
    expect(await service.bootstrap()).toEqual(ports.slice(0, 3).map((port) => `127.0.0.1:${port}`));
  });

  test("no acknowledged record is missing", async () => {
    const counts = await load.finish();
    console.log(counts);
    expect(counts.acknowledged).toBeGreaterThan(9000);
    expect(counts.lost).toEqual([]);
  });

  test("a broker that has the only replicas and cannot start is not replaced, and loses nothing once it is repaired", async () => {
    const bootstrap = await service.bootstrap();
    await load.close();
    await createTopic(bootstrap, ALONE, 1);
    const others = ["broker-1", "broker-2"];
    const hung = others.map(pidOf);
    const meta = join(realpathSync(`/proc/${pidOf("broker-0")}/cwd/broker-data`), "meta.properties");
    for (const pid of hung) process.kill(pid, "SIGSTOP");
    await until(async () => partitionsOf(await service.client.topics.describe({ topic: ALONE })).every(({ isr }) => isr.join() === "0"));
    expect(await acknowledgedBy(bootstrap[0] ?? "", ALONE, 900)).toBe(900);
    const before = { volume: await volume(), meta: readFileSync(meta, "utf8") };
    // Gives the broker the metadata of another broker, so that it fails at each start.
    writeFileSync(meta, before.meta.replace(/node.id=.*/, "node.id=77"));
    process.kill(pidOf("broker-0"), "SIGKILL");
    await until(async () => (await recovery()).status === "DELAYED");
    await service.client.pods.replace({ node: "broker-0" });
    await until(async () =>
      (await stepOf("broker-0")).includes("cannot determine which partitions have in-sync replicas only on broker-0"),
    );
    for (const pid of hung) process.kill(pid, "SIGCONT");
    await until(async () => /are in sync only on broker-0; bring back/.test(await stepOf("broker-0")));
    expect(await volume()).toBe(before.volume);
    writeFileSync(meta, before.meta);
    await until(async () => (await recovery()).status === "COMPLETE");
    expect(await volume()).not.toBe(before.volume);
    expect(await recordsIn(bootstrap, ALONE, 900)).toBe(900);
  });

  test("without a majority of controllers, a replacement says so, and a forced one says what cannot be saved", async () => {
    const lost = ["controller-1", "controller-2"];
    for (const node of lost) {
      const pid = pidOf(node);
      const volume = realpathSync(`/proc/${pid}/cwd/controller-data`);
      process.kill(pid, "SIGKILL");
      rmSync(volume, { recursive: true });
    }
    // Two controllers are lost at once. Neither may be replaced on the assumption that the other one has the metadata.
    for (const node of lost) {
      await until(async () => (await stepOf(node)).includes("no majority of the controllers remains"));
      expect(pidOf(node)).toBe(0);
    }
    for (const node of lost) await service.client.nodes.replace({ node, force: "data-loss" });
    for (const node of lost) {
      await until(async () => /lost the volume.*unreachable/.test(await stepOf(node)));
    }
    expect((await recovery()).status).toBe("IN_PROGRESS");
    expect(await service.client.topics.list()).toContain(RISKY);
  });
});
