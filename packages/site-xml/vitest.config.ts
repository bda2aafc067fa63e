import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "site-xml", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
