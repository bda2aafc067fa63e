import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "reeve", "trials");

/**
 * Installs npm packages (`name@version`) in the user's cache, if they are not there, and returns their folder. Packages that only trials
 * need are no dependencies of the repository.
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
  // If another trial has installed the same packages meanwhile, these are used.
  if (existsSync(folder)) rmSync(unfinished, { recursive: true, force: true });
  else renameSync(unfinished, folder);
  return folder;
}
