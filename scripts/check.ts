/**
 * Runs all checks except the tests: `npm run check`. Two rows run in parallel, and the steps of a row run one after another. The check of
 * speed runs last and alone, because other work would distort it. `npm run check -- speed` runs only this check, and `npm run check --
 * all-but-speed` runs everything else.
 */
import { spawn } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";
import { root } from "./workspace.ts";

type Step = readonly [tool: string, ...args: string[]];

const rows: readonly (readonly Step[])[] = [
  [
    ["biome", "ci", "."],
    ["tsc", "-p", "tsconfig.json"],
    ["node", "scripts/layers.ts"],
    ["node", "scripts/words.ts"],
    ["node", "apps/repl/check-help.ts"],
    ["knip"],
    ["node", "scripts/dependencies.ts"],
    ["changeset", "status", "--since", "HEAD"],
    ["npm", "start", "--silent"],
    ["node", "scripts/documents.ts"],
  ],
  // These steps build the packages into the same folders, so they are in one row.
  [
    ["node", "scripts/generate.ts", "--check"],
    ["node", "scripts/packages.ts"],
  ],
];

const speed: Step = ["node", "bench/run.ts", "--check", "--within", "1.5", "start-up", "cli"];

/** The steps start some programs hundreds of times, so Node keeps what it has compiled. The check of speed does not use this folder. */
const compiled = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled") };

const asked = process.argv[2];
if (asked !== undefined && asked !== "speed" && asked !== "all-but-speed") {
  console.error(`unknown checks ${asked}: give speed, all-but-speed, or nothing for all checks`);
  process.exit(2);
}
const start = performance.now();
if (asked !== "speed") await Promise.all(rows.map(runRow));
if (asked !== "all-but-speed" && process.exitCode !== 1) await run(speed);
console.log(`checks: ${secondsSince(start)} on ${cpus().length} cores`);

async function runRow(row: readonly Step[]): Promise<void> {
  for (const step of row) {
    // If another row has failed, no further step begins.
    if (process.exitCode === 1) return;
    await run(step, compiled);
  }
}

/** Runs a step and prints its output when it ends, so that the output of steps that run at the same time does not mix. */
async function run([tool, ...args]: Step, environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const begun = performance.now();
  const child = spawn(tool, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment, NO_COLOR: "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const status = await new Promise((resolve) => child.once("error", resolve).once("close", resolve));
  if (status !== 0) process.exitCode = 1;
  const verdict = status === 0 ? "ok" : status instanceof Error ? `FAILED (${status.message})` : "FAILED";
  console.log(`${output}${verdict}  ${[tool, ...args].join(" ")}  ${secondsSince(begun)}\n`);
}

function secondsSince(moment: number): string {
  return `${((performance.now() - moment) / 1000).toFixed(1)} s`;
}
