import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "broker-models", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
