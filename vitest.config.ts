import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "packages/transport/vitest.node.config.ts", "apps/*", "tests"],
    coverage: { provider: "v8", include: ["**/src/**/*.ts"], exclude: ["**/*.test.ts"] },
  },
});
