import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "java-software", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
