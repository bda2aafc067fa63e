import { defineProject } from "vitest/config";

export default defineProject({ test: { name: "transport", include: ["src/**/*.test.ts", "test/**/*.test.ts"] } });
