import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "engine-simulated", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
