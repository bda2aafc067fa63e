import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "reeve", "trials");

/**
 * The folder in the user's cache with these npm packages (`name@version`), fetched by the first call. What only trials need is not a
 * dependency of the repository.
 */
export function installed(...packages: readonly [string, ...string[]]): string {
  const folder = join(cache, packages.join("+").replaceAll("/", "-"));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, "package.json"), JSON.stringify({ private: true, type: "module" }));
  console.log(`fetching ${packages.join(" ")}`);
  const { status, error } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--save-exact", ...packages], {
    cwd: unfinished,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (error || status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error ?? new Error(`npm could not install ${packages.join(" ")}`);
  }
  // Another trial may have installed the same meanwhile.
  if (existsSync(folder)) rmSync(unfinished, { recursive: true, force: true });
  else renameSync(unfinished, folder);
  return folder;
}
