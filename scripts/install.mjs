/**
 * Installs the packages of a checkout if none are installed or the lock file has changed since. Prints a line before and after, because the
 * installation takes a while. This file is plain JavaScript, so that any version of Node can run it.
 */
import { spawnSync } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, "node_modules", ".modules.yaml");

if (changedAt(installed) < changedAt(join(root, "pnpm-lock.yaml"))) {
  console.error("Installing the packages that Reeve needs, once. This takes ten seconds to a minute.");
  const begun = Date.now();
  const install = ["-y", "--prefer-offline", "pnpm@12.21.0", "install", "--frozen-lockfile"];
  // The output goes to standard error, because standard output belongs to the program that runs afterwards.
  const { status } = spawnSync("npx", install, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error("The packages could not be installed. Check that npm reaches its registry, then repeat the command.");
    process.exit(status ?? 1);
  }
  console.error(`Installed in ${Math.round((Date.now() - begun) / 1000)} s.\n`);
  // If all packages are already in place, the installer does not update the time of `.modules.yaml`, so this line does.
  utimesSync(installed, new Date(), new Date());
}

/** The time at which a file was changed; 0 if the file is missing. */
function changedAt(/** @type {string} */ file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
