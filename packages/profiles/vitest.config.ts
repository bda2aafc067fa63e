import { defineProject } from "vitest/config";

export default defineProject({ test: { name: "profiles", include: ["src/**/*.test.ts", "test/**/*.test.ts"] } });
