import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fileHashers } from "./file-hasher.ts";

const { signal } = new AbortController();

function file(content: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "hasher-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
}

const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

test("files of every size get their checksums, several at the same time", async () => {
  await using hasher = fileHashers()();
  const contents = [0, 1, 2 ** 20, 2 ** 20 + 1, 5_000_000].map((bytes) => randomBytes(bytes));
  const sums = await Promise.all(contents.map((content) => hasher.hash(file(content), signal)));
  expect(sums).toEqual(contents.map(sha256));
});

test("a file that cannot be read is named, and the next one gets its checksum", async () => {
  await using hasher = fileHashers()();
  await expect(hasher.hash("/nowhere/file", signal)).rejects.toThrow("/nowhere/file");
  expect(await hasher.hash(file(Buffer.from("content")), signal)).toBe(sha256(Buffer.from("content")));
});

test("work that is cancelled does not wait for its checksum", async () => {
  await using hasher = fileHashers()();
  const cancelled = new AbortController();
  const sum = hasher.hash(file(randomBytes(1000)), cancelled.signal);
  cancelled.abort(new Error("cancelled"));
  await expect(sum).rejects.toThrow("cancelled");
  await expect(hasher.hash(file(randomBytes(1)), cancelled.signal)).rejects.toThrow("cancelled");
});

test("threads serve all hashers, and end with the last one", async () => {
  const open = fileHashers();
  const [first, second] = [open(), open()];
  const path = file(Buffer.from("content"));
  await first.hash(path, signal);
  await first[Symbol.asyncDispose]();
  expect(await second.hash(path, signal)).toBe(sha256(Buffer.from("content")));
  const late = second.hash("/dev/zero", signal);
  await Promise.all([expect(late).rejects.toThrow("has ended"), second[Symbol.asyncDispose]()]);
  await using third = open();
  expect(await third.hash(path, signal)).toBe(sha256(Buffer.from("content")));
});
