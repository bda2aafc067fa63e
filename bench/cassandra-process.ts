import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "./kafka-process.ts";

/** A cluster of real database nodes, run by a separate program. */
export interface DatabaseProgram {
  /** The addresses for clients. */
  addresses(): Promise<readonly string[]>;
  /** Restarts all nodes one after another; resolves when the last one serves again. */
  roll(): Promise<void>;
  /** Makes a backup with a new name. */
  backUp(): Promise<void>;
  /** Restores the last backup; its keyspaces must not exist. */
  restore(): Promise<void>;
  end(): Promise<void>;
}

/** Milliseconds between two reads of a rollout's plan. With a shorter interval, the reads would slow down the nodes that start meanwhile. */
const ROLLOUT_POLL = 100;

/** Milliseconds between two reads of the plan of a backup or a restore, which take little more than a second. */
const MAINTENANCE_POLL = 50;

export async function startDatabaseScript(): Promise<DatabaseProgram> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-script-"));
  const child = run(["cassandra-script.ts", folder]);
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("the bare script of the database has failed");
    return value;
  };
  const ask = async (line: string) => {
    child.stdin?.write(`${line}\n`);
    await next();
  };
  await next();
  let backups = 0;
  return {
    async addresses() {
      child.stdin?.write("nodes\n");
      const nodes = await next();
      await next();
      return JSON.parse(nodes);
    },
    roll: () => ask("roll"),
    backUp: () => ask(`backup ${join(folder, `backup-${++backups}`)}`),
    restore: () => ask(`restore ${join(folder, `backup-${backups}`)}`),
    async end() {
      if (child.exitCode === null) await ask("end");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startDatabaseService(): Promise<DatabaseProgram> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-service-"));
  const definition = join(folder, "definition.yaml");
  const yaml = (mem: number) =>
    `services:\n  cassandra:\n    kind: wide-column\n    engine: cassandra\n    settings: { NODE_COUNT: 3, NODE_MEM: ${mem} }\n`;
  writeFileSync(definition, yaml(640));
  const main = "../apps/service/src/main.ts";
  const child = run([main, "--json", "--state", join(folder, "state"), "--definition", definition]);
  const [line] = await once(child.stdout as NodeJS.ReadableStream, "data");
  const { url, token } = JSON.parse(String(line)) as { readonly url: string; readonly token: string };
  const send = async (method: string, path: string, type?: string, body?: string) => {
    const headers = { authorization: `token=${token}`, ...(type !== undefined && { "content-type": type }) };
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 503) throw new Error(text);
    return { status: answer.status, text };
  };
  const complete = async (plan: string, interval: number) => {
    for (;;) {
      const { status, text } = await send("GET", `/reeve/v1/services/cassandra/plans/${plan}`);
      if (status === 200) return;
      if (text.includes('"ERROR"')) throw new Error(text);
      await sleep(interval);
    }
  };
  let backups = 0;
  const maintain = async (name: string) => {
    const place = { external_location: "s3://bench", s3_access_key: "any", s3_secret_key: "any" };
    const request = JSON.stringify({ backup_name: `bench-${backups}`, ...place });
    await send("PUT", `/service/cassandra/v1/${name}/start`, "application/json", request);
    await complete(name, MAINTENANCE_POLL);
  };
  await complete("deploy", ROLLOUT_POLL);
  let mem = 640;
  return {
    addresses: async () => JSON.parse((await send("GET", "/service/cassandra/v1/connection")).text).nodes,
    async roll() {
      mem += 2;
      await send("POST", "/reeve/v1/deploy", "application/yaml", yaml(mem));
      await complete("deploy", ROLLOUT_POLL);
    },
    backUp() {
      backups++;
      return maintain("backup");
    },
    restore: () => maintain("restore"),
    async end() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
