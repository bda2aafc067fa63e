import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "backups", include: ["src/**/*.test.ts", "test/**/*.test.ts"] },
});
