import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** What is long by nature: real engines, every shell, kills, load, fuzzers. `npm run test:long` runs these, and nothing else does. */
const LONG = "**/*.long.test.ts";

/** What goes on for longer with real engines: `npm run trial real-nodes`. */
const TRIAL = "**/*.trial.test.ts";

const CLI = "apps/cli/**";

/** What knows nothing of the transport's two ways to send, or is of one alone: the rest holds on both. */
const OF_ONE_WAY = ["redact", "retry", "start-up"].map((name) => `packages/transport/src/${name}.test.ts`);

export default defineConfig(({ mode }) => {
  const tests = {
    include: [{ long: LONG, trial: TRIAL }[mode] ?? "**/*.test.ts"],
    exclude: ["**/{node_modules,dist}/**", ...(mode === "test" ? [LONG, TRIAL] : [])],
  };
  // As few projects as can be: each makes its own copy of every module, and starts processes of its own.
  const projects: readonly NonNullable<TestProjectInlineConfiguration["test"]>[] = [
    {
      name: "packages",
      include: tests.include,
      exclude: [...tests.exclude, CLI],
      provide: { line: "fetch" },
      typecheck: { enabled: mode === "test", include: ["packages/*/src/**/*.test-d.ts"], tsconfig: "tsconfig.json" },
    },
    {
      name: "cli",
      include: tests.include.map((pattern) => `apps/cli/${pattern}`),
      exclude: tests.exclude,
      globalSetup: join(import.meta.dirname, "apps/cli/test/bundle.ts"),
    },
    {
      name: "transport-node",
      include: tests.include.map((pattern) => `packages/transport/${pattern}`),
      exclude: [...tests.exclude, ...OF_ONE_WAY],
      provide: { line: "node" },
    },
  ];
  return {
    test: {
      // On machines that may have much else to do: a limit is for what hangs, not for what is slow.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      // Starting a process for each file costs more than most files do. A test that changes what others see puts it back.
      isolate: false,
      // One more than there are cores: half of the time of most tests goes into waiting for sockets and processes. Real engines have processes of their own.
      maxWorkers: availableParallelism() + (mode === "test" ? 1 : 0),
      projects: projects.map((test) => ({ extends: true, test })),
      coverage: { provider: "v8", include: ["**/src/**/*.ts"], exclude: ["**/*.test.ts"] },
    },
  };
});
