import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test/support/scene.ts";
import { makePrivateFolder } from "./disk.ts";

test("a folder is made with its parents, for its owner only, and an existing one is left alone", () => {
  const deep = join(temporaryFolder(), "a", "b");
  makePrivateFolder(deep);
  makePrivateFolder(deep);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
});

test("a file in its place is reported", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(() => makePrivateFolder(file)).toThrow("EEXIST");
  expect(() => makePrivateFolder(join(file, "below"))).toThrow(/EEXIST|ENOTDIR/);
});

test.skipIf(!existsSync("/proc/self"))("where no folder can be made, that is reported at once", () => {
  expect(() => makePrivateFolder("/proc/no/such/folder")).toThrow("ENOENT");
});
