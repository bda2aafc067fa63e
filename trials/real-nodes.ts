/**
 * Restarts, kills, replaces and rolls out nodes of the real database and the real file system while clients write, and restores backups.
 * These cases take too long for the long tests. `-- cassandra` or `-- hdfs` runs only one of the two. Needs Java and Maven.
 */
import { spawnSync } from "node:child_process";

// One file runs at a time, because each file has its own cluster, and two clusters would slow each other down on a small machine.
const vitest = ["vitest", "run", "--mode", "trial", "--no-file-parallelism", ...process.argv.slice(2)];
const { status } = spawnSync("npx", ["-y", "--prefer-offline", "pnpm@12.21.0", "--silent", "exec", ...vitest], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
