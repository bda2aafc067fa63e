import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BrokerClient, createBrokerClient } from "@reeve/broker-client";
import type { DefinitionInput } from "@reeve/service";
import { LOG_FILE, stopOrphans } from "@reeve/service/up";

const MAIN = join(import.meta.dirname, "../../../apps/service/src/main.ts");

type Broker = NonNullable<DefinitionInput["services"]>[string];

/** The service as a program with one instance of real brokers: it can be killed, and started again over the same state. */
export interface ServiceProgram {
  /** The instance's name, unique among the tests. */
  readonly name: string;
  readonly client: BrokerClient<"R3">;
  /** The notes for operators in its report. */
  readonly notes: readonly string[];
  /** Requests a path of the instance once. */
  read(path: string): Promise<Response>;
  /** The entries of its log. */
  logged(): readonly LogEntry[];
  start(): Promise<void>;
  deploy(definition: Broker): Promise<void>;
  /** Bootstrap addresses for clients of the brokers. */
  bootstrap(): Promise<readonly string[]>;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  /** Ends the orphans that it left when it was killed, as `reeve down` does. */
  stopOrphans(): Promise<readonly string[]>;
  /** Asks it to end. */
  end(): Promise<void>;
  /** The processes of its nodes, by the names of their tasks. */
  processes(): ReadonlyMap<string, readonly number[]>;
  [Symbol.dispose](): void;
}

/** Prepares the program; its state is in a folder with a space in its name. */
export function serviceProgram(first: Broker): ServiceProgram {
  const folder = mkdtempSync(join(tmpdir(), "reeve brokers "));
  const name = `kafka-${process.pid}-${folder.slice(-6).toLowerCase()}`
    .replaceAll(/[^a-z0-9-]/g, "x")
    .replace(/-$/, "x");
  const definition = join(folder, "definition.json");
  let child: ReturnType<typeof spawn> | undefined;
  let report: Report = { url: "", token: "" };
  let ended: Promise<unknown> = Promise.resolve();
  let client: BrokerClient<"R3"> | undefined;

  const post = async (broker: Broker) => {
    const answer = await fetch(`${report.url}/reeve/v1/deploy`, {
      method: "POST",
      headers: { authorization: `token=${report.token}`, "content-type": "application/json" },
      body: JSON.stringify({ services: { [name]: broker } }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };

  return {
    name,
    get client() {
      if (!client) throw new Error("the service has not been started");
      return client;
    },
    get notes() {
      return report.notes ?? [];
    },
    read: (path) =>
      fetch(`${report.url}/service/${name}/v1${path}`, { headers: { authorization: `token=${report.token}` } }),
    logged: () =>
      readFileSync(join(folder, "state", LOG_FILE), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    async start() {
      const isFirst = client === undefined;
      if (isFirst) writeDefinition(definition, name, first);
      const flags = ["--json", "--state", join(folder, "state"), ...(isFirst ? ["--definition", definition] : [])];
      const started = spawn(process.execPath, [MAIN, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
      child = started;
      ended = once(started, "exit");
      const [line] = await Promise.race([once(started.stdout, "data"), ended.then(() => [undefined])]);
      if (line === undefined) throw new Error("the service did not come up");
      report = JSON.parse(String(line));
      client = createBrokerClient({ url: report.url, token: report.token, service: name, revision: "R3" });
    },
    deploy: post,
    async bootstrap() {
      const nodes = await this.client.pods.list();
      return Promise.all(
        nodes.map(async (node) => {
          const [[info], { addresses }] = await Promise.all([
            this.client.pods.info({ node }),
            this.client.nodes.show({ node }),
          ]);
          const ports = info?.info.resources?.find((resource) => resource.name === "ports");
          return `${addresses[0]}:${ports?.ranges?.range[0]?.begin}`;
        }),
      );
    },
    async kill() {
      child?.kill("SIGKILL");
      await ended;
    },
    stopOrphans: () => stopOrphans(join(folder, "state")),
    async end() {
      child?.kill("SIGTERM");
      await ended;
    },
    processes: () => processesOf(name),
    [Symbol.dispose]() {
      child?.kill("SIGKILL");
      for (const pids of processesOf(name).values()) for (const pid of pids) process.kill(pid, "SIGKILL");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface LogEntry {
  readonly event: string;
}

interface Report {
  readonly url: string;
  readonly token: string;
  readonly notes?: readonly string[];
}

function writeDefinition(path: string, name: string, broker: Broker): void {
  writeFileSync(path, JSON.stringify({ services: { [name]: broker } }));
}

function processesOf(name: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const task = new RegExp(`-Dnode=${name}/([\\w-]+)`).exec(commandLine(pid))?.[1];
    if (task !== undefined) found.set(task, [...(found.get(task) ?? []), Number(pid)]);
  }
  return found;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Waits until a condition holds. */
export async function until(holds: () => Promise<boolean> | boolean, within = 150_000): Promise<void> {
  for (const deadline = Date.now() + within; !(await holds()); await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`the condition did not hold within ${within} ms: ${holds}`);
  }
}
