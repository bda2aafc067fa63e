import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

type Test = NonNullable<TestProjectInlineConfiguration["test"]>;

/** What is long by nature: real engines, every shell, kills, load, fuzzers. `npm run test:long` runs these, and nothing else does. */
const LONG = "**/*.long.test.ts";

/** Projects whose types are tested, too. */
const typed = new Set(["contract", "client", "broker-client", "wide-column-client", "file-system-client"]);

/** What a project needs besides its folder. */
const needs: Readonly<Record<string, Test>> = {
  cli: { globalSetup: join(import.meta.dirname, "apps/cli/test/bundle.ts") },
  transport: { provide: { line: "fetch" } },
};

/** The same promises on the transport of Node's own `http`, without what knows nothing of transports, or is of the other one alone. */
const onNode = {
  name: "transport-node",
  provide: { line: "node" },
  exclude: ["redact", "retry", "start-up"].map((name) => `src/${name}.test.ts`),
} as const;

export default defineConfig(({ mode }) => {
  const project = (root: string, own: Test = needs[basename(root)] ?? {}): TestProjectInlineConfiguration => ({
    extends: true,
    root,
    test: {
      name: basename(root),
      ...own,
      include: [mode === "long" ? LONG : "**/*.test.ts"],
      exclude: ["**/{node_modules,dist}/**", ...(mode === "test" ? [LONG] : []), ...(own.exclude ?? [])],
      typecheck: {
        enabled: mode !== "long" && typed.has(basename(root)),
        include: ["src/**/*.test-d.ts"],
        tsconfig: "../../tsconfig.json",
      },
    },
  });
  return {
    test: {
      // On machines that may have much else to do: a limit is for what hangs, not for what is slow.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // Starting a process for each file costs more than most files do. A test that changes what others see puts it back.
      isolate: false,
      // The default leaves one core to whoever watches: on two cores, half the machine.
      maxWorkers: "100%",
      projects: [...globSync("{packages,apps}/*", { cwd: import.meta.dirname }).sort(), "tests"]
        .map((root) => project(root))
        .concat(project("packages/transport", onNode)),
      coverage: { provider: "v8", include: ["**/src/**/*.ts"], exclude: ["**/*.test.ts"] },
    },
  };
});
