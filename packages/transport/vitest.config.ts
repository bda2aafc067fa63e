import { defineProject } from "vitest/config";

const include = ["src/**/*.test.ts", "test/**/*.test.ts"];

export default defineProject({ test: { name: "transport", include, provide: { line: "fetch" } } });
