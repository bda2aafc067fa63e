import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "./write-file.ts";

test("makes what is missing, for its owner alone, and leaves what is there", () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const deep = join(folder, "a", "b");
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, "file"), "");
  expect(() => makeFolder(join(folder, "file", "below"))).toThrow(
    `${join(folder, "file")} cannot be written: a part of its path is not a folder`,
  );
});

test.skipIf(!existsSync("/proc/self"))("fails where no folder can be made (skipped where there is no /proc)", () => {
  expect(() => makeFolder("/proc/no/such/folder")).toThrow("/proc/no cannot be written: no folder can be made there");
});
