import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeFile, type ObjectStore, objectStores } from "@reeve/backups";
import { missingForS3Proxy, type S3Proxy, startS3Proxy } from "@reeve/testing/s3proxy";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const missing = await missingForS3Proxy();
const { signal } = new AbortController();

describe.skipIf(missing)(`files in a real object store${missing ? ` (skipped: ${missing})` : ""}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  let store: S3Proxy;
  beforeAll(async () => {
    store = await startS3Proxy();
    store.makeBucket("backups");
  }, 300_000);
  afterAll(() => {
    store?.close();
    rmSync(folder, { recursive: true });
  });
  const bucket = (secretKey = store.secretKey) =>
    objectStores({ endpoint: store.endpoint })("s3://backups", { accessKey: store.accessKey, secretKey });

  test.each([
    ["empty", 0],
    ["small", 1000],
    ["of several parts", 20_000_000],
  ])("one that is %s comes back as it was", async (name, bytes) => {
    const open = await bucket();
    const content = randomBytes(bytes);
    writeFileSync(join(folder, "given"), content);
    const key = `~files/ab/${name.replaceAll(" ", "-")}`;
    expect(await open.size(key, signal)).toBeUndefined();
    await open.putFile(key, join(folder, "given"), signal);
    expect(await open.size(key, signal)).toBe(bytes);
    expect(await open.getFile(key, join(folder, "got"), signal)).toBe(true);
    expect(content.equals(readFileSync(join(folder, "got")))).toBe(true);
  });

  test.each([
    ["empty", 0],
    ["of one part", 1000],
    ["of several parts", 9_000_000],
  ])("content that is %s is stored as it was, and not at all if it is damaged", { timeout: 60_000 }, async (name, bytes) => {
    const open = await bucket();
    const content = randomBytes(bytes);
    const digest = describeFile("", content);
    const key = `~files/content/${name.replaceAll(" ", "-")}`;
    await expect(open.putContent(key, piecesOf(content, "torn"), digest, signal)).rejects.toThrow(/^torn$/);
    const other = { ...digest, sha256: describeFile("", Buffer.from("other")).sha256 };
    await expect(open.putContent(key, piecesOf(content), other, signal)).rejects.toThrow("has changed");
    const longer = { ...digest, bytes: bytes + 1 };
    await expect(open.putContent(key, piecesOf(content), longer, signal)).rejects.toThrow(`${bytes} of ${bytes + 1} bytes`);
    expect(await open.size(key, signal)).toBeUndefined();
    await open.putContent(key, piecesOf(content), digest, signal);
    expect(await digestAt(open, key)).toEqual({ bytes, sha256: digest.sha256 });
  });

  test("they are listed, read through and deleted", async () => {
    const open = await bucket();
    for (const key of ["nightly/manifest.json", "nightly/a/b", "~files/cd/x"]) {
      await open.put(key, Buffer.from(key), signal);
    }
    expect(await open.folders(signal)).toEqual(expect.arrayContaining(["nightly", "~files"]));
    expect(await open.list("nightly/", signal)).toEqual([
      { key: "nightly/a/b", bytes: 11 },
      { key: "nightly/manifest.json", bytes: 21 },
    ]);
    const { bytes, sha256 } = describeFile("", Buffer.from("nightly/a/b"));
    expect(await digestAt(open, "nightly/a/b")).toEqual({ bytes, sha256 });
    for (const { key } of await open.list("nightly/", signal)) await open.delete(key, signal);
    await open.delete("nightly/a/b", signal);
    expect(await open.list("nightly/", signal)).toEqual([]);
    expect(await digestAt(open, "nightly/a/b")).toBeUndefined();
  });

  test("one that is missing is told apart from keys that are refused", async () => {
    expect(await (await bucket()).getFile("~files/none", join(folder, "none"), signal)).toBe(false);
    const wrong = await bucket("wrong-secret");
    await expect(wrong.size("~files/none", signal)).rejects.toThrow(/refused the keys/);
    await expect(wrong.getFile("~files/none", join(folder, "none"), signal)).rejects.toThrow(/refused the keys/);
  });
});

/** Yields content in pieces. With a reason, the content fails before its end. */
async function* piecesOf(content: Buffer, failure?: string): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += 100_000) yield content.subarray(start, start + 100_000);
  if (failure !== undefined) throw new Error(failure);
}

/** Reads an object, and returns its size and its checksum. */
async function digestAt(store: ObjectStore, key: string) {
  const content = await store.getContent(key, signal);
  if (!content) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  const { bytes, sha256 } = describeFile("", Buffer.concat(pieces));
  return { bytes, sha256 };
}
