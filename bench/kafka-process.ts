import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type ServiceProgram, startService } from "./service-program.ts";

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

export function startBrokerService(): Promise<ServiceProgram> {
  return startService("kafka", 256, (mem) => ({ kind: "broker", engine: "kafka", settings: { BROKER_MEM: mem } }));
}

export function run(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [...args], { cwd: import.meta.dirname, stdio: ["pipe", "pipe", "inherit"] });
}

/** Private memory of a process in megabytes. */
export function megabytesOf({ pid }: BrokerProgram): number {
  const [, kilobytes] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
