import { defineProject } from "vitest/config";

export default defineProject({
  // Whole programs are compiled and run here, on machines that may have much else to do.
  test: { name: "tests", include: ["src/**/*.test.ts"], testTimeout: 60_000 },
});
