import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The test runs the program in its own process, so that it can kill the program. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reeve held "));
  const program = join(folder, "program");
  writeFileSync(program, `#!/bin/sh\necho $$ > "${folder}/pid"\nsleep 300\n`);
  chmodSync(program, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = (path: string) => JSON.stringify(join(import.meta.dirname, "../src", path));
const program = () => JSON.stringify(join(folder, "program"));

test("a program does not outlive a process that was killed", async () => {
  const script = `import { run } from ${source("programs.ts")};
    await run(${program()}, [], { environment: process.env });`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "inherit" });
  await vi.waitFor(() => expect(existsSync(join(folder, "pid")) && pidOf()).toBeTruthy(), 120_000);
  const pid = pidOf();
  expect(lives(pid)).toBe(true);
  parent.kill("SIGKILL");
  try {
    await vi.waitFor(() => expect(lives(pid)).toBe(false), 120_000);
  } finally {
    if (lives(pid)) process.kill(pid, "SIGKILL");
  }
});

function pidOf(): number {
  return Number(readFileSync(join(folder, "pid"), "utf8"));
}

function lives(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
