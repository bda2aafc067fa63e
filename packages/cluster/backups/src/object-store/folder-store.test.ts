import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { describeFile } from "../layout/manifest.ts";
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

test("a temporary store deletes those of processes that were killed, and keeps those of processes that run", () => {
  const left = (pid: number) => mkdtempSync(join(tmpdir(), `reeve-objects-${pid}-`));
  const { pid: ended = 0 } = spawnSync(process.execPath, ["--version"]);
  const [killed, running] = [left(ended), left(process.ppid)];
  onTestFinished(() => rmSync(running, { recursive: true }));
  folderStores(undefined)("backups");
  expect([existsSync(killed), existsSync(running)]).toEqual([false, true]);
});

test("content is stored only if it is complete and has its checksum", async () => {
  const folder = mkdtempSync(join(tmpdir(), "objects-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bucket = folderStores(folder)("backups");
  const digest = describeFile("", Buffer.from("content"));
  const store = (...pieces: readonly string[]) =>
    bucket.putContent("~files/ab/cd", Readable.from(pieces.map((piece) => Buffer.from(piece))), digest, signal);
  await expect(store("cont")).rejects.toThrow("4 of 7 bytes could be read");
  await expect(store("CONT", "ENT")).rejects.toThrow("the content has changed");
  expect(readdirSync(folder, { recursive: true })).toEqual(["backups", "backups/~files", "backups/~files/ab"]);
  await store("cont", "ent");
  const pieces: Uint8Array[] = [];
  for await (const piece of (await bucket.getContent("~files/ab/cd", signal)) ?? []) pieces.push(piece);
  expect(Buffer.concat(pieces).toString()).toBe("content");
  expect(await bucket.getContent("~files/ab/other", signal)).toBeUndefined();
});

test("content that is not read, or not to its end, leaves no file open", {
  skip: process.platform !== "linux",
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "objects-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bucket = folderStores(folder)("backups");
  await bucket.put("unread", Buffer.alloc(3_000_000), signal);
  const openFiles = () => readdirSync("/proc/self/fd").filter((fd) => readlinkIfThere(`/proc/self/fd/${fd}`)?.startsWith(folder));
  await bucket.getContent("unread", signal);
  for await (const piece of (await bucket.getContent("unread", signal)) ?? []) {
    expect(piece.length).toBeLessThan(3_000_000);
    break;
  }
  await expect.poll(openFiles).toEqual([]);
});

function readlinkIfThere(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
