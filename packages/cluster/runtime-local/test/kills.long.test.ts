import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { generator, seed } from "@reeve/testing/seeded";
import { expect, test } from "vitest";
import { temporaryFolder, until } from "./support/machine.ts";

const kills = Number(process.env.REEVE_KILLS ?? 12);

/** The service's report when all nodes are as expected. */
interface Settled {
  readonly pids: readonly number[];
  readonly memory: number;
}

function host(folder: string, memory: number, holds: string, more: readonly string[] = []) {
  const program = join(import.meta.dirname, "support/host.ts");
  const child = spawn(process.execPath, [program, folder, String(memory), holds, ...more], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let settled: Settled | undefined;
  createInterface({ input: child.stdout }).on("line", (line) => {
    settled = JSON.parse(line);
  });
  return { child, settled: () => settled };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

/** The running nodes of this test, by a variable in their environment. */
function nodesThatRun(holds: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`HOLDS=${holds}`);
      } catch {
        return false;
      }
    });
}

/** The state of a test: the nodes that were started, and the processes that the test itself killed. */
interface Trial {
  readonly folder: string;
  readonly holds: string;
  readonly killed: Set<number>;
}

/** Starts a last service that ends all nodes, and checks that no node was started twice, lost or left behind. */
async function settle({ folder, holds, killed }: Trial, memory: number): Promise<void> {
  const last = host(folder, memory, holds);
  const settled = await until("all nodes to be ready", () => last.settled());
  expect(settled.memory).toBe(memory);
  expect(nodesThatRun(holds).toSorted()).toEqual(settled.pids.toSorted());
  last.child.stdin.write("stop\n");
  await ended(last.child);
  expect(nodesThatRun(holds)).toEqual([]);

  const lines = readFileSync(join(folder, "ledger"), "utf8").trim().split("\n");
  const starts = lines.map((line) => line.split(" "));
  expect(lines.filter((line) => line.startsWith("twice"))).toEqual([]);
  const again = starts.filter(([, , task], index) => starts.findIndex(([, , other]) => other === task) !== index);
  // A task whose process the test killed before it was recorded is started again under the same id.
  const wasKilled = (task: string | undefined) => starts.some(([, , other, pid]) => other === task && killed.has(Number(pid)));
  expect(again.filter(([, , task]) => !wasKilled(task))).toEqual([]);
  const volumes = join(folder, "nodes/kafka/volumes");
  for (const volume of readdirSync(volumes).filter((name) => !name.endsWith(".lock"))) {
    expect(
      readFileSync(join(volumes, volume, "formats"), "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(1);
  }
}

test.runIf(process.platform === "linux")(
  `a service that is killed ${kills} times (seed ${seed}) starts nothing twice, loses nothing, and leaves nothing behind`,
  { timeout: 60_000 + kills * 15_000 },
  async () => {
    const trial: Trial = { folder: temporaryFolder(), holds: randomUUID(), killed: new Set() };
    const random = generator(seed);
    for (let round = 0; round < kills; round++) {
      const { child } = host(trial.folder, 1024 + Math.floor(round / 2), trial.holds);
      await sleep(300 + random() * 1500);
      const nodes = nodesThatRun(trial.holds);
      const victim = nodes[Math.floor(random() * nodes.length)];
      if (victim !== undefined && random() < 0.3) {
        trial.killed.add(victim);
        process.kill(victim, "SIGKILL");
      }
      child.kill("SIGKILL");
      await ended(child);
    }
    await settle(trial, 4096);
  },
);

test.runIf(process.platform === "linux").each(["before", "after"])(
  "a service that is killed just %s it stores something does not either",
  { timeout: 120_000 },
  async (when) => {
    const trial: Trial = { folder: temporaryFolder(), holds: randomUUID(), killed: new Set() };
    for (let write = 1; write <= 6; write++) {
      const { child } = host(trial.folder, 1024 + write, trial.holds, [when, String(write)]);
      await ended(child);
      expect(child.signalCode).toBe("SIGKILL");
    }
    await settle(trial, 4096);
  },
);
