import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** How many bodies are cut; the trial cuts more. */
const RUNS = Number(process.env.REEVE_CLOSINGS ?? 40);

test("a store that closes connections in the middle of bodies does not end the process", {
  timeout: 60_000 + RUNS * 500,
}, async () => {
  const program = join(import.meta.dirname, "closing-store.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(RUNS)]);
  expect(stdout).toBe(`${RUNS} bodies were cut\n`);
});
