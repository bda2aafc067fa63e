import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "scheduler-models", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
