/** Installs the packages of a checkout that is new, or whose list of packages has changed since, and shows how far it is, because that takes a while. Plain JavaScript: any Node runs it. */
import { spawnSync } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, "node_modules", ".modules.yaml");

if (changedAt(installed) < changedAt(join(root, "pnpm-lock.yaml"))) {
  console.error("Fetching the packages that Reeve is made of, once; that takes some ten seconds and up to a minute.");
  const begun = Date.now();
  const install = ["-y", "--prefer-offline", "pnpm@12.21.0", "install", "--frozen-lockfile"];
  // Standard output belongs to the program that runs afterwards.
  const { status } = spawnSync("npx", install, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error(
      "The packages could not be fetched. Check that npm reaches its registry, then type the command again.",
    );
    process.exit(status ?? 1);
  }
  console.error(`Fetched in ${Math.round((Date.now() - begun) / 1000)} s.\n`);
  // An installation that finds all in place leaves its file as it is.
  utimesSync(installed, new Date(), new Date());
}

/** When a file was changed; 0 where it is missing. */
function changedAt(/** @type {string} */ file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
