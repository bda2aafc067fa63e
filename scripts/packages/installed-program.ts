import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Installs a packed program into an empty prefix, as users do, and uses it: help, its own service, a command, the end. */
export function useInstalled(tarball: string, folder: string): string {
  const prefix = join(folder, "prefix");
  // With the user's npm configuration, because a machine may need its own registry.
  const install = ["install", "--global", "--prefix", prefix, "--prefer-offline", "--no-audit", "--no-fund", tarball];
  execFileSync("npm", install, { stdio: "pipe" });
  const env = { PATH: process.env.PATH, HOME: folder, REEVE_HOME: join(folder, "home") };
  const reeve = (line: string) =>
    execFileSync(join(prefix, "bin/reeve"), line.split(" "), {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const [, version = ""] = /^reeve (\S+)\n$/.exec(reeve("--version")) ?? [];
  reeve("up --detach --port 0 --json");
  try {
    reeve("broker plans wait --timeout 2m");
    reeve("broker topics create orders --partitions 3 --replication 3");
    const listed = reeve("broker topics list");
    if (listed !== "orders\n") throw new Error(`not so: the installed program lists its topic, not ${listed}`);
  } finally {
    reeve("down");
  }
  return version;
}
