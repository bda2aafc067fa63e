import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "file-system-models", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
