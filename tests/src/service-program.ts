import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DefinitionInput } from "@reeve/service";
import { LOG_FILE, stopOrphans } from "@reeve/service/up";

const MAIN = join(import.meta.dirname, "../../apps/service/src/main.ts");

export type InstanceInput = NonNullable<DefinitionInput["services"]>[string];

/** The program of the service, with one instance of a real engine. The service can be killed and started again with the same state. */
export interface ServiceProgram<Client> {
  /** The name of the instance, which no other test uses. */
  readonly name: string;
  /** A client of the instance. It exists after the first start. */
  readonly client: Client;
  /** The address of the service, and the token for that address. */
  readonly url: string;
  readonly token: string;
  /** The notes for operators that the service has reported. */
  readonly notes: readonly string[];
  /** The folder of the service's state. */
  readonly state: string;
  /** The entries of the service's log. */
  logged(): readonly LogEntry[];
  start(): Promise<void>;
  deploy(definition: InstanceInput): Promise<void>;
  /**
   * Starts a second service with a copy of the state while the first one runs. Resolves with the errors of the second service when it has
   * ended.
   */
  second(): Promise<string>;
  /** Kills the service with SIGKILL. */
  kill(): Promise<void>;
  /** Ends the nodes that a killed service has left running, as `reeve down` does. */
  stopOrphans(): Promise<readonly string[]>;
  /** Stops the service in the regular way. */
  end(): Promise<void>;
  /** The process ids of the nodes of an instance (default: the first), by the names of their tasks. */
  processes(instance?: string): ReadonlyMap<string, readonly number[]>;
  [Symbol.dispose](): void;
}

/** What a client needs to connect to the instance. */
export interface Reached {
  readonly url: string;
  readonly token: string;
  readonly service: string;
}

/**
 * Prepares the program. The state is in a folder with a space in its name. The definition may contain further instances after the first.
 * `program` is the file of the program and its first arguments; by default, the service's sources.
 */
export function serviceProgram<Client>(
  engine: string,
  first: InstanceInput,
  connect: (reached: Reached) => Client,
  more: DefinitionInput = {},
  program?: readonly string[],
): ServiceProgram<Client> {
  const folder = mkdtempSync(join(tmpdir(), `reeve ${engine} `));
  const name = `${engine}-${process.pid}-${folder.slice(-6).toLowerCase()}`.replaceAll(/[^a-z0-9-]/g, "x").replace(/-$/, "x");
  const definition = join(folder, "definition.json");
  const written = { ...more, services: { [name]: first, ...more.services } };
  writeFileSync(definition, JSON.stringify(written));
  let child: ReturnType<typeof spawn> | undefined;
  let report: Report = { url: "", token: "" };
  let client: Client | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  return {
    name,
    state: join(folder, "state"),
    get client() {
      if (client === undefined) throw new Error("the service has not been started");
      return client;
    },
    get url() {
      return report.url;
    },
    get token() {
      return report.token;
    },
    get notes() {
      return report.notes ?? [];
    },
    logged: () =>
      readFileSync(join(folder, "state", LOG_FILE), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    async start() {
      // The service reads some settings, such as the object store, only at its start, so a definition with several instances is given at
      // each start.
      const isGiven = child === undefined || Object.keys(more).length > 0;
      const flags = ["--json", "--show-token", "--state", join(folder, "state"), ...(isGiven ? ["--definition", definition] : [])];
      // The command line, unlike the service alone, writes a profile, which must not be the user's own.
      const env = program ? { ...process.env, REEVE_HOME: join(folder, "home") } : process.env;
      const command = [...(program ?? [MAIN]), ...flags];
      const started = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"], env });
      child = started;
      ended = once(started, "exit");
      const [line] = await Promise.race([once(started.stdout, "data"), ended.then(() => [undefined])]);
      if (line === undefined) throw new Error("the service did not start");
      report = JSON.parse(String(line));
      client = connect({ url: report.url, token: report.token, service: name });
    },
    async deploy(instance) {
      const answer = await fetch(`${report.url}/reeve/v1/deploy`, {
        method: "POST",
        headers: { authorization: `token=${report.token}`, "content-type": "application/json" },
        body: JSON.stringify({ services: { [name]: instance } }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async second() {
      const state = join(folder, "second");
      cpSync(join(folder, "state"), state, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
      const other = spawn(process.execPath, [MAIN, "--json", "--state", state], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      let errors = "";
      other.stderr.on("data", (chunk) => {
        errors += chunk;
      });
      await once(other, "close");
      rmSync(state, { recursive: true });
      return errors;
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
    processes: (instance = name) => processesOf(instance),
    [Symbol.dispose]() {
      child?.kill("SIGKILL");
      for (const instance of Object.keys(written.services)) {
        for (const pids of processesOf(instance).values()) for (const pid of pids) process.kill(pid, "SIGKILL");
      }
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

function processesOf(name: string): ReadonlyMap<string, readonly number[]> {
  const entries = new Map<string, number[]>();
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const task = new RegExp(`-Dnode=${name}/([\\w-]+)`).exec(commandLine(pid))?.[1];
    if (task !== undefined) entries.set(task, [...(entries.get(task) ?? []), Number(pid)]);
  }
  return entries;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Waits until a condition holds. The timeout only ends tests that hang, so it is long enough for a busy machine. */
export async function until(holds: () => Promise<boolean> | boolean, within = 600_000): Promise<void> {
  for (const deadline = Date.now() + within; !(await holds()); await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`the condition did not hold within ${within} ms: ${holds}`);
  }
}
