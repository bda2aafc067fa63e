import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("ten thousand calls with one signal leave nothing behind: no listener, no timer, no socket, no memory", () => {
  const program = join(import.meta.dirname, "../test/ten-thousand-calls.ts");
  const left = JSON.parse(execFileSync(process.execPath, ["--expose-gc", program], { encoding: "utf8" }));
  expect(left).toMatchObject({ listeners: 0, timers: 0 });
  expect(left.connections).toBeLessThanOrEqual(100);
  expect(left.grownBytes).toBeLessThan(1_000_000);
});
