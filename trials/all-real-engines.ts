/**
 * Starts the definition of docs/how-to/all-real-engines.md with one `reeve up`, and prints how long each instance takes to be deployed, and
 * how much memory all processes have at the end. Fails above 60 seconds or 4 GiB. `--runs 3` starts it three times. The machine should be
 * idle; software and class archives must be there already. Needs Java.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readArguments } from "./support/arguments.ts";

const SECONDS = 60;
const MEGABYTES = 4096;

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/how-to/all-real-engines.md"), "utf8");
const [, definition = ""] = /```yaml file=all\.yaml\n([\s\S]*?)```/.exec(page) ?? [];

const { runs } = readArguments({ runs: 1 });
for (let run = 1; run <= runs; run++) await start(run);

async function start(run: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "reeve-all-"));
  const state = join(folder, "state");
  const file = join(folder, "all.yaml");
  writeFileSync(file, definition);
  const load = loadavg()[0]?.toFixed(1);
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [join(root, "apps/cli/src/main.ts"), "up", "--json", "--show-token", "--state", state, "--definition", file],
    // The profile of this service must not replace the user's.
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, XDG_CONFIG_HOME: folder } },
  );
  try {
    const [line] = await once(child.stdout, "data");
    const { url, token } = JSON.parse(String(line)) as { readonly url: string; readonly token: string };
    const names = ["kafka", "cassandra", "hdfs"];
    const times = await Promise.all(
      names.map(async (name) => {
        await deployed(`${url}/reeve/v1/services/${name}/plans/deploy`, token);
        return (performance.now() - begun) / 1000;
      }),
    );
    const seconds = Math.max(...times);
    const pids = [child.pid ?? 0, ...nodesIn(state)];
    const [resident, shared] = [sum(pids, "Rss"), sum(pids, "Pss")];
    const each = names.map((name, at) => `${name} ${times[at]?.toFixed(1)} s`).join(", ");
    console.log(
      `run ${run}, load ${load} at the start: complete after ${seconds.toFixed(1)} s (${each}); ${pids.length} processes, resident ${resident} MB (${shared} MB with shared pages counted once), of which the service ${sum([child.pid ?? 0], "Rss")} MB`,
    );
    if (seconds > SECONDS || resident > MEGABYTES) process.exitCode = 1;
  } finally {
    await end(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function deployed(plan: string, token: string): Promise<void> {
  for (;;) {
    const answer = await fetch(plan, { headers: { authorization: `token=${token}` } });
    const text = await answer.text();
    if (answer.status === 200) return;
    if (answer.status === 417) throw new Error(text);
    await sleep(100);
  }
}

/** The processes whose working folder is in the state of the service. */
function nodesIn(state: string): readonly number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(state);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function sum(pids: readonly number[], field: "Rss" | "Pss"): number {
  const kilobytes = pids.map((pid) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1]);
  });
  return Math.round(kilobytes.reduce((total, each) => total + each, 0) / 1024);
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}
