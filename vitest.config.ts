import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** Tests that are long by nature: real engines, every shell, kills, load, fuzzers. Only `npm run test:long` runs them. */
const LONG = "**/*.long.test.ts";

/** Tests with real engines that take even longer: `npm run trial real-nodes` runs them. */
const TRIAL = "**/*.trial.test.ts";

const CLI = "apps/cli/**";

export default defineConfig(({ mode }) => {
  const tests = {
    include: [{ long: LONG, trial: TRIAL }[mode] ?? "**/*.test.ts"],
    exclude: ["**/{node_modules,dist}/**", ...(mode === "test" ? [LONG, TRIAL] : [])],
  };
  // There are few projects, because each makes its own copy of every module and starts its own processes.
  const projects: readonly NonNullable<TestProjectInlineConfiguration["test"]>[] = [
    {
      name: "packages",
      include: tests.include,
      exclude: [...tests.exclude, CLI],
      typecheck: {
        enabled: mode === "test",
        include: ["packages/*/*/src/**/*.test-d.ts"],
        tsconfig: "tsconfig.types.json",
      },
    },
    {
      name: "cli",
      include: tests.include.map((pattern) => `apps/cli/${pattern}`),
      exclude: tests.exclude,
      globalSetup: join(import.meta.dirname, "apps/cli/test/bundle.ts"),
    },
  ];
  return {
    test: {
      // Generous, because machines may be busy: the timeout is for tests that hang, not for slow ones.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 120_000 } },
      // Starting a process for each file costs more than most files take. A test that changes shared state must restore it.
      isolate: false,
      // One more than there are cores, because tests also wait: for sockets, for processes, and long tests mostly for real engines.
      maxWorkers: availableParallelism() + 1,
      // Tests start some programs hundreds of times from their sources, so Node keeps what it has compiled.
      env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
      projects: projects.map((test) => ({ extends: true, test })),
      coverage: { provider: "v8", include: ["**/src/**/*.ts"], exclude: ["**/*.test.ts"] },
    },
  };
});
