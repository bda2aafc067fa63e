import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { CLUSTERS } from "./days.ts";
import { runs } from "./harm.ts";

/**
 * `reeve down` and `reeve up` with nodes that take long to start. Until they serve, nothing says that all is well, and each way to wait
 * waits for them.
 */

const MAIN = join(import.meta.dirname, "../../../apps/cli/src/main.ts");
const KINDS: Readonly<Record<string, string>> = {
  database: "wide-column",
  brokers: "broker",
  "file system": "file-system",
};
const LONG = ["--timeout", "20m"];

const home = mkdtempSync(join(tmpdir(), "reeve-down-and-up-"));
const env = { ...process.env, REEVE_HOME: join(home, "home") };
afterAll(() => {
  reeve("down", "--purge", "--yes", "--force-data-loss");
  rmSync(home, { recursive: true, force: true });
});

function reeve(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], {
    encoding: "utf8",
    env,
    cwd: home,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs a command while others run, and then lists the states of all nodes. */
async function whileOthersRun(kind: string, ...words: readonly string[]) {
  const code = await new Promise<number>((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...words, ...LONG], { env, cwd: home });
    child.once("exit", (ended) => resolve(ended ?? 1));
  });
  const nodes = JSON.parse(reeve(kind, "nodes", "list", "--json").out) as readonly { readonly state: string }[];
  return { command: words.join(" "), code, states: [...new Set(nodes.map(({ state }) => state))] };
}

describe.for(CLUSTERS)("down and up: $title", (each) => {
  test("each way to wait ends when all nodes serve", { timeout: 3_600_000 }, async ({ skip }) => {
    const reason = runs === 0 ? "a trial of its own" : await each.unavailable();
    if (reason !== undefined) skip(reason);
    const kind = KINDS[each.title] ?? "";
    const definition = join(home, "definition.json");
    writeFileSync(definition, JSON.stringify({ services: { [`down-and-up-${process.pid}`]: each.definition() } }));
    expect(reeve("up", "--detach", "--port", "0", "--definition", definition)).toMatchObject({ code: 0 });
    expect(reeve("status", "--wait", ...LONG)).toMatchObject({ code: 0 });
    for (let run = 0; run < runs; run++) {
      expect(reeve("down")).toMatchObject({ code: 0 });
      expect(reeve("up", "--detach")).toMatchObject({ code: 0 });
      await sleep(2000);
      const early = reeve("status", "--check");
      console.log(`${each.title}, two seconds after up: exit code ${early.code}\n${early.out}${early.err}`);
      expect(early).toMatchObject({ code: 14 });
      const begun = Date.now();
      const waits = [
        [kind, "plans", "wait", "recovery"],
        [kind, "nodes", "wait"],
        ["status", "--wait"],
      ];
      for (const ended of await Promise.all(waits.map((words) => whileOthersRun(kind, ...words)))) {
        expect(ended).toMatchObject({ code: 0, states: ["running"] });
      }
      console.log(`${each.title}: all waits ended after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
      expect(reeve("status", "--check")).toMatchObject({ code: 0 });
    }
    expect(reeve("down", "--purge", "--yes", "--force-data-loss")).toMatchObject({ code: 0 });
  });
});
