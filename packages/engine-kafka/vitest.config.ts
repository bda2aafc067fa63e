import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "engine-kafka", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
