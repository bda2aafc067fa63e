import { defineProject } from "vitest/config";

export default defineProject({
  test: {
    name: "cli",
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: "test/bundle.ts",
    // Processes are started one after the other, on machines that do other things besides.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
