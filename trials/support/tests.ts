import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

const root = dirname(dirname(import.meta.dirname));

/** Runs one test file with more runs than usual; the file reads the number and the seed from its environment. */
export function runTests(file: string, environment: Readonly<Record<string, string | number>>): void {
  const variables = Object.entries(environment).map(([name, value]) => [name, String(value)]);
  const { status, error } = spawnSync(join(root, "node_modules/.bin/vitest"), ["run", "--mode", "all", file], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...Object.fromEntries(variables) },
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
}
