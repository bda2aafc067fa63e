import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** A cluster of real brokers, run by a separate program. */
export interface BrokerProgram {
  readonly pid: number;
  /** Restarts all brokers one after another; resolves when the last one is in sync again. */
  roll(): Promise<void>;
  end(): Promise<void>;
}

/** The same brokers, run by a bare script that takes further commands. */
export interface ScriptProgram extends BrokerProgram {
  /** Sends a command to the script; resolves when it is done. */
  ask(line: string): Promise<void>;
  nodes(): Promise<readonly { readonly id: string; readonly pid: number; readonly port: number }[]>;
}

export async function startScript(controllers: 1 | 3 = 1): Promise<ScriptProgram> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-script-"));
  const child = run(["kafka-script.ts", folder, "256", String(controllers)]);
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
  const ask = async (line: string) => {
    child.stdin?.write(`${line}\n`);
    await lines.next();
  };
  await lines.next();
  return {
    pid: child.pid ?? 0,
    ask,
    async nodes() {
      child.stdin?.write("nodes\n");
      const { value } = await lines.next();
      await lines.next();
      return JSON.parse(value ?? "[]");
    },
    roll: () => ask("roll"),
    async end() {
      await ask("end");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The service with one instance of real brokers. */
export interface ServiceProgram extends BrokerProgram {
  readonly url: string;
  readonly token: string;
}

export async function startService(): Promise<ServiceProgram> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-service-"));
  const definition = join(folder, "definition.yaml");
  const yaml = (mem: number) =>
    `services:\n  kafka:\n    kind: broker\n    engine: kafka\n    settings: { BROKER_MEM: ${mem} }\n`;
  writeFileSync(definition, yaml(256));
  const main = "../apps/service/src/main.ts";
  const child = run([main, "--json", "--state", join(folder, "state"), "--definition", definition]);
  const [line] = await once(child.stdout as NodeJS.ReadableStream, "data");
  const { url, token } = JSON.parse(String(line)) as { readonly url: string; readonly token: string };
  const headers = { authorization: `token=${token}` };
  const complete = async () => {
    while ((await fetch(`${url}/service/kafka/v1/plans/deploy`, { headers })).status !== 200) await sleep(20);
  };
  await complete();
  let mem = 256;
  return {
    url,
    token,
    pid: child.pid ?? 0,
    async roll() {
      mem += 2;
      const answer = await fetch(`${url}/reeve/v1/deploy`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/yaml" },
        body: yaml(mem),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await complete();
    },
    async end() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function run(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...args], { cwd: import.meta.dirname, stdio: ["pipe", "pipe", "inherit"] });
}

/** Private memory of a process in megabytes. */
export function megabytesOf({ pid }: BrokerProgram): number {
  const [, kilobytes] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
