/** All that must never break, but for the tests: `npm run check`. */
import { spawnSync } from "node:child_process";
import { root } from "./workspace.ts";

const steps: readonly (readonly [string, ...string[]])[] = [
  ["biome", "ci", "."],
  ["tsc", "-p", "tsconfig.json"],
  ["node", "scripts/layers.ts"],
  ["node", "scripts/cycles.ts"],
  ["node", "apps/repl/check-help.ts"],
  ["knip"],
  ["node", "scripts/dependencies.ts"],
  ["node", "scripts/generate.ts", "--check"],
  ["node", "scripts/documents.ts"],
  ["node", "scripts/packages.ts"],
  ["node", "scripts/release/rehearse.ts"],
  ["node", "bench/run.ts", "--check", "--within", "1.5", "start-up", "cli"],
  ["npm", "start", "--silent"],
];

const start = performance.now();
for (const [tool, ...args] of steps) {
  const begun = performance.now();
  const { status } = spawnSync(tool, args, { cwd: root, stdio: "inherit", env: { ...process.env, NO_COLOR: "1" } });
  console.log(`${status === 0 ? "ok" : "FAILED"}  ${[tool, ...args].join(" ")}  ${secondsSince(begun)}\n`);
  if (status === 0) continue;
  process.exitCode = 1;
  break;
}
console.log(`all checks: ${secondsSince(start)}`);

function secondsSince(moment: number): string {
  return `${((performance.now() - moment) / 1000).toFixed(1)} s`;
}
