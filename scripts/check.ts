/**
 * Runs all checks except the tests and the check of speed: `npm run check`. `turbo.json` lists them with the files that each of them reads:
 * a check whose files have not changed since it last passed is not run again. Other arguments go to turbo.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { bin } from "./run.ts";
import { root } from "./workspace.ts";

const args = ["--env-mode=loose", "--concurrency=2", "--continue=dependencies-successful", "--output-logs=new-only"];
const { status } = spawnSync(bin("turbo"), ["run", "check", ...args, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  // The checks start some programs hundreds of times, so Node keeps what it has compiled.
  env: {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: "1",
    NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"),
  },
});
process.exitCode = status ?? 1;
