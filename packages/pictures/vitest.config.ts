import { defineProject } from "vitest/config";

export default defineProject({ test: { name: "pictures", include: ["src/**/*.test.ts"] } });
