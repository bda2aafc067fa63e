import { defineProject } from "vitest/config";

export default defineProject({ test: { name: "repl", include: ["src/**/*.test.ts", "test/**/*.test.ts"] } });
