import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./workspace.ts";

/** The path of a tool that the repository has installed. */
export function bin(tool: string): string {
  return join(root, "node_modules/.bin", tool);
}

/** Builds packages and what they depend on into their `dist`, in the order of dependencies; without names, every package. */
export function build(...packages: readonly string[]): string {
  if (spawnSync("pnpm", ["--version"]).error) {
    console.error("the builds need pnpm, which is not on the PATH: use npm run, which provides it");
    process.exit(1);
  }
  // Turbo sends telemetry unless this variable says otherwise.
  process.env.TURBO_TELEMETRY_DISABLED ??= "1";
  return run(bin("turbo"), ["run", "build", "--output-logs=errors-only", ...packages.map((name) => `--filter=${name}`)]);
}

/** Runs a tool and returns its output. */
export function run(tool: string, args: readonly string[], cwd: string = root): string {
  const { error, status, stdout, stderr } = spawnSync(tool, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${[tool, ...args].join(" ")} exited with ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** Ends the script with an error if a condition does not hold. */
export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`not so: ${what}`);
}
