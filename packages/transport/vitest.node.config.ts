import { defineProject } from "vitest/config";

/** The same promises on the line of Node's own `http`, without what knows nothing of lines, or is of the other one alone. */
const exclude = ["redact", "retry", "start-up", "unhurried"].map((name) => `src/${name}.test.ts`);

export default defineProject({
  test: { name: "transport-node", include: ["src/**/*.test.ts"], exclude, provide: { line: "node" } },
});
