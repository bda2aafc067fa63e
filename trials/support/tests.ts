import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

const root = dirname(dirname(import.meta.dirname));

/**
 * Runs one test file with more repetitions than usual. The file reads the number of repetitions and the seed from its environment. `name`
 * selects tests by their titles.
 */
export function runTests(file: string, environment: Readonly<Record<string, string | number>>, name?: string): void {
  const variables = Object.entries(environment).map(([name, value]) => [name, String(value)]);
  const { status, error } = spawnSync(
    join(root, "node_modules/.bin/vitest"),
    ["run", "--mode", "all", file, ...(name ? ["-t", name] : [])],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...Object.fromEntries(variables) },
    },
  );
  if (error) throw error;
  process.exitCode = status ?? 1;
}
