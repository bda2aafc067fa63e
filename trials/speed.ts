/**
 * Measures every promised speed until it is certain, as `npm run bench -- --check` does, and writes the figures with the machine's name
 * into docs/explanation/speed.md and bench/README.md. It takes an hour or more, on a machine without other work. With names of files of
 * `bench/`, it measures only these, and keeps the figures of the others. Run it for each release.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/workspace.ts";

const folder = mkdtempSync(join(tmpdir(), "reeve-speed-"));
const figures = join(folder, "figures.json");
const bench = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, "bench/run.ts"), ...args], { stdio: "inherit" }).status ?? 1;
const status = bench("--check", "--json", figures, ...process.argv.slice(2));
const written = bench("--measured", figures);
rmSync(folder, { recursive: true });
process.exitCode = status || written;
