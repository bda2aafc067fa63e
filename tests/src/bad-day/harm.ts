import { afterEach, describe, test } from "vitest";
import type { ServiceProgram } from "../service-program.ts";
import { CLUSTERS, type RunningCluster, type SmallCluster } from "./days.ts";

/** How often a part of the day is repeated. Without it, the parts are skipped. */
export const runs = Number(process.env.REEVE_BAD_DAY_RUNS ?? 0);

/** Kills the service and all of its nodes at once. */
export async function killEverything(service: ServiceProgram<unknown>): Promise<void> {
  for (const pids of service.processes().values()) for (const pid of pids) process.kill(pid, "SIGKILL");
  await service.kill();
}

/** Sends a signal to the processes of some nodes; by default to those of all nodes. */
export function signalNodes(service: ServiceProgram<unknown>, signal: NodeJS.Signals, node = ""): void {
  for (const [task, pids] of service.processes()) {
    if (task.startsWith(node)) for (const pid of pids) process.kill(pid, signal);
  }
}

interface Part {
  /** The first words of the titles of the part's tests. */
  readonly title: string;
  /** Why the part is impossible on this machine. */
  readonly impossible?: string | undefined;
  readonly engines?: readonly SmallCluster[];
  /** Goes through the part once for an engine. `started` hands in a cluster, so that its processes end after the test. */
  through(each: SmallCluster, started: (cluster: RunningCluster) => RunningCluster): Promise<void>;
}

/** Makes a test of a part for each engine. */
export function partOfDay({ title, impossible, engines = CLUSTERS, through }: Part): void {
  let running: RunningCluster | undefined;
  afterEach(async () => {
    const ended = running;
    running = undefined;
    // Nodes that are frozen must go on before they can end.
    if (ended) signalNodes(ended.service, "SIGCONT");
    await ended?.client.close();
    ended?.service[Symbol.dispose]();
  }, 60_000);
  describe.for(engines)(`${title}: $title`, (each) => {
    test(`with foreign clients (seed ${process.env.REEVE_SEED})`, { timeout: 3_600_000 * Math.max(1, runs) }, async ({ skip }) => {
      const reason = runs === 0 ? "a trial of its own" : (impossible ?? (await each.unavailable()));
      if (reason !== undefined) skip(reason);
      await through(each, (cluster) => {
        running = cluster;
        return cluster;
      });
    });
  });
}

/** Reads back what was acknowledged, and prints how much it was. */
export async function readBack(what: string, { client }: RunningCluster): Promise<readonly unknown[]> {
  const missing = await client.missing();
  console.log(`${what}: ${client.acknowledged} acknowledged, ${missing.length} missing`);
  return missing;
}

/** Runs work with other environment variables, which the programs inherit that it starts. */
export async function withVariables<Result>(variables: Readonly<Record<string, string>>, work: () => Promise<Result>): Promise<Result> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
