/**
 * Measures the duration of `npm test`. A fixed loop of work runs before and after the tests; the durations of the two loops show how busy
 * the machine is. `-- test:long` measures the long tests.
 */
import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";

const script = process.argv[2] ?? "test";
console.log(`a fixed loop: ${loop()} ms, load ${load()}`);
const begun = performance.now();
const { status } = spawnSync("npm", ["run", "--silent", script], { stdio: "inherit" });
console.log(`npm run ${script}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
console.log(`a fixed loop: ${loop()} ms, load ${load()}`);
process.exitCode = status ?? 1;

function loop(): string {
  const start = performance.now();
  let sum = 0;
  for (let turn = 0; turn < 2e8; turn++) sum = (sum + turn) | 0;
  // The sum is used, so that the compiler cannot remove the loop.
  return Number.isInteger(sum) ? (performance.now() - start).toFixed(0) : "";
}

function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(" ");
}
