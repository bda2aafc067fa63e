import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OwnNode, OwnNodeDetails } from "@reeve/scheduler-models";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, until } from "./running.ts";
import { verboseEngines } from "./verbose-engine.ts";

const folder = mkdtempSync(join(tmpdir(), "reeve-nodes-"));
let reeve: Reeve;
beforeAll(async () => {
  reeve = await startReeve(
    {
      services: {
        kafka: { kind: "broker", revision: "R2", engine: "talking", settings: { BROKER_COUNT: 1 } },
        cassandra: { kind: "wide-column", pace: 0 },
        hdfs: { kind: "file-system", revision: "V2", pace: 0 },
      },
    },
    { listen: false, moreEngines: verboseEngines({ folder }) },
  );
  for (const service of ["kafka", "cassandra", "hdfs"]) {
    await until(reeve, service, "deploy", ({ status }) => status === "COMPLETE");
  }
});
afterAll(async () => {
  await reeve?.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => (await ask(reeve, `GET /reeve/v1/services/${path}`)).body;
const post = (path: string) => ask(reeve, `POST /reeve/v1/services/${path}`);
const taskOf = async (node: string) => ((await get(node)) as OwnNodeDetails).tasks.at(-1)?.taskId;

test("nodes of every kind and revision are listed, including internal ones, which the documented lists leave out", async () => {
  const shown = async (service: string) =>
    ((await get(`${service}/nodes`)) as OwnNode[]).map(({ node, internal, state }) => [node, internal, state]);
  expect(await shown("kafka")).toEqual([
    ["controller-0", true, "running"],
    ["broker-0", false, "running"],
  ]);
  expect(await shown("cassandra")).toEqual(["node-0", "node-1", "node-2"].map((id) => [id, false, "running"]));
  expect((await shown("hdfs")).map(([node]) => node)).toContain("fc-1");
  expect((await ask(reeve, "GET /service/kafka/v1/brokers")).text).not.toContain("controller");
});

test("an internal node is restarted, replaced and paused like others, although no document has a route for it", async () => {
  const before = (await get("kafka/nodes/controller-0")) as OwnNodeDetails;
  expect((await post("kafka/nodes/controller-0/restart")).body).toEqual({
    pod: "controller-0",
    tasks: ["controller-0-node"],
  });
  await until(reeve, "kafka", "recovery", ({ status, phases }) => status === "COMPLETE" && phases.length > 0);
  const restarted = await taskOf("kafka/nodes/controller-0");
  expect(restarted).not.toBe(before.tasks.at(-1)?.taskId);
  expect((await post("kafka/nodes/controller-0/replace?force=data-loss")).status).toBe(200);
  await expect.poll(() => taskOf("kafka/nodes/controller-0"), { interval: 10 }).not.toBe(restarted);
  await until(reeve, "kafka", "recovery", ({ status }) => status === "COMPLETE");
  expect((await post("kafka/nodes/controller-0/pause")).text).toContain("idles until it is restarted");
  const state = async () => ((await get("kafka/nodes/controller-0")) as OwnNode).state;
  await expect.poll(state, { interval: 10 }).toBe("paused");
  await post("kafka/nodes/controller-0/restart");
  await expect.poll(state, { interval: 10 }).toBe("running");
});

test("a number identifies a node if it is unique, and a wrong number lists the nodes", async () => {
  expect(await get("cassandra/nodes/2")).toMatchObject({ node: "node-2", ports: { native: 9042 }, differs: [] });
  expect(await get("kafka/nodes/0")).toMatchObject({ node: "broker-0" });
  expect((await ask(reeve, "GET /reeve/v1/services/hdfs/nodes/0")).status).toBe(404);
  const unknown = await ask(reeve, "GET /reeve/v1/services/kafka/nodes/contrller-0");
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining("controller-0")]);
  expect((await post("kafka/nodes/broker-0/replace?force=all")).status).toBe(400);
});

test("pending changes of a node are shown until they are made", async () => {
  await post("cassandra/nodes/node-2/pause");
  await until(reeve, "cassandra", "recovery", ({ status }) => status === "COMPLETE");
  await ask(reeve, "GET /service/cassandra/v1/plan/interrupt");
  await reeve.deploy({
    services: {
      kafka: { kind: "broker", revision: "R2", engine: "talking", settings: { BROKER_COUNT: 1 } },
      cassandra: { kind: "wide-column", pace: 0, settings: { NODE_MEM: 4096 } },
      hdfs: { kind: "file-system", revision: "V2", pace: 0 },
    },
  });
  const [, , last] = (await get("cassandra/nodes")) as OwnNode[];
  expect(last?.state).toBe("paused");
  expect(last?.differs.join()).toMatch(/mem/);
});
