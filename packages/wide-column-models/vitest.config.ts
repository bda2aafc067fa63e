import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "wide-column-models", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
