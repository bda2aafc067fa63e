/**
 * Nodes of the real database and the real file system are restarted, killed, replaced and rolled out while clients write, and backups are
 * restored: what the long tests have no time for. `-- cassandra` or `-- hdfs` runs one of them. Needs Java and Maven.
 */
import { spawnSync } from "node:child_process";

// One file at a time: each has a cluster of its own, and two of them starve each other on a small machine.
const vitest = ["vitest", "run", "--mode", "trial", "--no-file-parallelism", ...process.argv.slice(2)];
const { status } = spawnSync("npx", ["-y", "--prefer-offline", "pnpm@12.21.0", "--silent", "exec", ...vitest], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
