import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderStores } from "./folder-store.ts";

const { signal } = new AbortController();

test("a file that is stored is fetched as it was, and its size is known", async () => {
  const folder = mkdtempSync(join(tmpdir(), "objects-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bucket = folderStores(join(folder, "store"))("backups");
  writeFileSync(join(folder, "given"), "content");
  await bucket.putFile("~files/ab/cd", join(folder, "given"), signal);
  expect(await bucket.size("~files/ab/cd", signal)).toBe(7);
  expect(await bucket.getFile("~files/ab/cd", join(folder, "got"), signal)).toBe(true);
  expect(readFileSync(join(folder, "got"), "utf8")).toBe("content");
  expect(await bucket.size("~files/ab/other", signal)).toBeUndefined();
  expect(await bucket.getFile("~files/ab/other", join(folder, "none"), signal)).toBe(false);
});
