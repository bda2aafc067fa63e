import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryFolder, until } from "./support/machine.ts";

const kills = Number(process.env.REEVE_KILLS ?? 12);

/** What a service says when all is as it should be. */
interface Settled {
  readonly pids: readonly number[];
  readonly memory: number;
}

function host(folder: string, memory: number, holds: string) {
  const program = join(import.meta.dirname, "support/host.ts");
  const child = spawn(process.execPath, [program, folder, String(memory), holds], {
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

/** The nodes of this test that run, by what they have in their environment. */
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

test.runIf(process.platform === "linux")(
  `a service that is killed ${kills} times starts nothing twice, loses nothing, and leaves nothing behind`,
  { timeout: 60_000 + kills * 15_000 },
  async () => {
    const folder = temporaryFolder();
    const holds = randomUUID();
    const lines = () =>
      existsSync(join(folder, "ledger")) ? readFileSync(join(folder, "ledger"), "utf8").trim().split("\n") : [];
    const killed = new Set<number>();
    for (let round = 0; round < kills; round++) {
      const { child } = host(folder, 1024 + Math.floor(round / 2), holds);
      await sleep(300 + Math.random() * 1500);
      const nodes = nodesThatRun(holds);
      const victim = nodes[Math.floor(Math.random() * nodes.length)];
      if (victim !== undefined && Math.random() < 0.3) {
        killed.add(victim);
        process.kill(victim, "SIGKILL");
      }
      child.kill("SIGKILL");
      await ended(child);
    }
    const last = host(folder, 4096, holds);
    const { pids, memory } = await until("all nodes to be well", () => last.settled());
    expect(memory).toBe(4096);
    expect(nodesThatRun(holds).toSorted()).toEqual(pids.toSorted());
    last.child.stdin.write("stop\n");
    await ended(last.child);
    expect(nodesThatRun(holds)).toEqual([]);

    expect(lines().filter((line) => line.startsWith("twice"))).toEqual([]);
    const starts = lines().map((line) => line.split(" "));
    const twice = starts.filter(([, , task], index) => starts.findIndex(([, , other]) => other === task) !== index);
    // A task whose process was killed before anybody had written it down is started again, as itself.
    expect(
      twice.filter(([, , task]) => !starts.some(([, , other, pid]) => other === task && killed.has(Number(pid)))),
    ).toEqual([]);
    for (const volume of readdirSync(join(folder, "nodes/kafka/volumes")).filter((name) => !name.endsWith(".lock"))) {
      expect(
        readFileSync(join(folder, "nodes/kafka/volumes", volume, "formats"), "utf8")
          .trim()
          .split("\n"),
      ).toHaveLength(1);
    }
  },
);
