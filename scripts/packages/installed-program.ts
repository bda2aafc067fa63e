import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Installs a packed program into an empty folder as a user would. Then shows its help, starts its service, runs a command and ends the
 * service.
 */
export function useInstalled(tarball: string, folder: string): string {
  const prefix = join(folder, "prefix");
  // The installation uses the user's npm configuration, because this machine may need a registry of its own.
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
    if (listed !== "orders\n")
      throw new Error(`the installed program should list the topic orders, but lists ${listed}`);
  } finally {
    reeve("down");
  }
  return version;
}
