import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "apps/*", "tests"],
    coverage: { provider: "v8", include: ["**/src/**/*.ts"], exclude: ["**/*.test.ts"] },
  },
});
