import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { linux } from "./linux.ts";

const path = process.env.PATH;
const folder = mkdtempSync(join(tmpdir(), "reeve-flock-"));
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(process.platform === "linux")("only a program that does not exist is reported as missing", async () => {
  process.env.PATH = folder;
  await expect(linux.tryLock(join(folder, "lock"))).rejects.toThrow("the program flock is missing");
  writeFileSync(join(folder, "flock"), "");
  chmodSync(join(folder, "flock"), 0o600);
  await expect(linux.tryLock(join(folder, "lock"))).rejects.toMatchObject({ code: "EACCES" });
});
