import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, complete, eventually, temporaryFolder, until } from "./running.ts";
import { verboseEngines } from "./verbose-engine.ts";

// Tests nodes that are processes of this machine: their output, and that none of them outlives the service.

const temporary = temporaryFolder();
const folder = temporary.path;
const kafka = { kind: "broker", engine: "talking" } as const;
let reeve: Reeve;

beforeAll(async () => {
  reeve = await startReeve(
    { services: { kafka, db: { kind: "wide-column", pace: 0 } } },
    { moreEngines: verboseEngines({ folder: join(folder, "nodes"), environment: { ...process.env, LANG: folder } }) },
  );
  await until(reeve, "kafka", "deploy", complete);
});
afterAll(async () => {
  await reeve.close();
  temporary[Symbol.dispose]();
});

const log = async (path: string) => (await ask(reeve, `GET /reeve/v1/services/${path}`)).text;

test("the last lines of a node are sent as text", async () => {
  await eventually(async () => (await log("kafka/nodes/broker-0/log")).endsWith("line 999\n"));
  const answer = await ask(reeve, "GET /reeve/v1/services/kafka/nodes/broker-0/log?tail=2");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.text).toBe("line 998\nline 999\n");
  const next = answer.headers.get("reeve-log-next");
  expect(await log(`kafka/nodes/broker-0/log?after=${next}`)).toBe("");
  expect(await log(`kafka/nodes/broker-0/log?after=${next?.replace(/\d+$/, "0")}&wait=10`)).toContain("line 0\nline 1\n");
  expect((await ask(reeve, "GET /reeve/v1/services/kafka/nodes/broker-0/log?after=here")).status).toBe(400);
  expect((await log("kafka/nodes/broker-0/log")).split("\n")).toHaveLength(501);
  expect(await log("kafka/nodes/controller-0/log?task=node")).toBe("controlling\n");
  expect(await log("kafka/nodes/broker-0/log?task=format")).toContain("has never launched a task format; it has launched node");
});

test("unknown nodes and tasks are errors", async () => {
  expect(await log("kafka/nodes/broker-9/log")).toContain('No node \\"broker-9\\"; did you mean broker-0?');
  expect(await log("db/nodes/node-0/log")).toContain("This is a simulation: no program runs");
  expect((await ask(reeve, "GET /reeve/v1/services/kafka/nodes/broker-0/log?tail=x")).status).toBe(400);
  expect((await ask(reeve, "GET /reeve/v1/services/kafka/nodes/broker-0/log", { token: "" })).status).toBe(401);
});

test.each([
  ["over HTTP", () => fetch],
  ["in process", () => reeve.fetch],
])("a follower of %s sees new output until it disconnects", async (_, fetchOf) => {
  const leave = new AbortController();
  const answer = await fetchOf()(`${reeve.url}/reeve/v1/services/kafka/nodes/broker-1/log?follow=true&tail=1`, {
    headers: { authorization: `token=${reeve.token}` },
    signal: leave.signal,
  });
  let seen = "";
  const reading = (async () => {
    for await (const bytes of answer.body ?? []) seen += Buffer.from(bytes).toString();
  })().catch(() => undefined);
  await eventually(async () => seen.endsWith("line 999\n"));
  await ask(reeve, "POST /service/kafka/v1/pod/broker-1/restart");
  await eventually(async () => /line 999\n(line 0\n)(.*\n)*line 999\n$/.test(seen));
  leave.abort();
  await reading;
  await until(reeve, "kafka", "recovery", complete);
});

test("the last output of a node that died is in the node's info, and in the plan", async () => {
  const task = async (): Promise<{ status?: { state?: string; message?: string } } | undefined> => {
    const { body } = await ask(reeve, "GET /service/kafka/v1/pod/broker-2/info");
    return Array.isArray(body) ? body.at(-1) : undefined;
  };
  await reeve.deploy({
    services: { kafka: { ...kafka, settings: { BROKER_MEM: 64 } }, db: { kind: "wide-column", pace: 0 } },
  });
  await until(reeve, "kafka", "deploy", ({ status }) => status === "ERROR");
  expect((await ask(reeve, "GET /reeve/v1/services/kafka/plans/deploy")).text).toContain("it ended with exit code 1: no memory");
  // The node is launched repeatedly, so it may run for a moment.
  const failed = '"state":"TASK_FAILED","message":"it ended with exit code 1: no memory"';
  await eventually(async () => (await ask(reeve, "GET /service/kafka/v1/pod/broker-0/info")).text.includes(failed));
  expect(await task()).toMatchObject({ status: { state: "TASK_RUNNING" } });
  await reeve.deploy({ services: { kafka, db: { kind: "wide-column", pace: 0 } } });
  await until(reeve, "kafka", "deploy", complete);
});

test("a follower is disconnected when the service ends, and no process remains", async () => {
  const answer = await fetch(`${reeve.url}/reeve/v1/services/kafka/nodes/broker-1/log?follow=true`, {
    headers: { authorization: `token=${reeve.token}` },
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("line 999")) text += (await reader?.read())?.value ?? "";
  expect(processesOf(folder).length).toBeGreaterThan(0);
  await reeve.close();
  while (!(await reader?.read())?.done);
  expect(processesOf(folder)).toEqual([]);
});

/** Finds processes whose environment contains a folder. */
function processesOf(text: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`LANG=${text}`);
    } catch {
      return false;
    }
  });
}
