import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { backupKeys } from "../keys/backup-keys.ts";
import { contentKey, describeFile, type FileManifest, manifestKey } from "../layout/manifest.ts";
import { writeManifest } from "../layout/signed-manifest.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { objectStores } from "../object-store/open-object-store.ts";
import { backupCatalog } from "./backup-catalog.ts";
import { deleteBackups } from "./delete.ts";
import { retain } from "./retention.ts";
import { beginUpload, endUpload, expectUnfinished, type Upload, whileMarked } from "./unfinished.ts";

const { signal } = new AbortController();
const keys = backupKeys();
const others = backupKeys();
const place = { external_location: "s3://backups", s3_access_key: "any", s3_secret_key: "any" };
const named = (backup_name: string) => ({ ...place, backup_name });
const NOW = Date.parse("2026-03-01T00:00:00Z");
const DAY = 86_400_000;
const deleting = { keys, now: NOW, signal };

async function opened() {
  const folder = mkdtempSync(join(tmpdir(), "catalog-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const open = objectStores({ folder });
  const store = await open("s3://backups", { accessKey: "any", secretKey: "any" });
  return { catalog: backupCatalog(open, keys, () => NOW), store, path: (key: string) => join(folder, "backups", key) };
}

/** Writes a backup of two nodes with these contents of files. */
async function write(
  store: ObjectStore,
  backup: string,
  contents: readonly string[],
  { service = "shop", age = 0, by = keys as typeof keys | null } = {},
): Promise<void> {
  const nodes = [0, 1].map((index) => ({
    ...{ node: `node-${index}`, host_id: `host-${index}`, tokens: [`${index}`] },
    files: contents.map((content, at) => {
      const { bytes, sha256 } = describeFile("", Buffer.from(content));
      return { table: "demo/rows", name: `nb-${at}-big-Data.db`, bytes, sha256 };
    }),
  }));
  for (const content of contents) await store.put(contentKey(describeFile("", Buffer.from(content))), Buffer.from(content), signal);
  const schema = Buffer.from(`schema of ${backup}`);
  await store.put(`${backup}/schema.cql`, schema, signal);
  const manifest: FileManifest = {
    ...{ format: 2, snapshot: `id-of-${backup}`, backup, service, software: "cassandra 5.0.9" },
    created: new Date(NOW - age * DAY).toISOString(),
    schema: describeFile("schema.cql", schema),
    nodes,
  };
  if (by) await writeManifest(store, manifest, by, signal);
  else await store.put(manifestKey(backup), Buffer.from(JSON.stringify(manifest)), signal);
}

const keyOf = (content: string) => contentKey(describeFile("", Buffer.from(content)));

function upload(store: ObjectStore, backup: string, reported: string[] = []): Upload {
  const entries = new Map<string, unknown>();
  return {
    ...{ place: store, backup, snapshot: `id-of-${backup}`, service: "shop", now: () => NOW, signal },
    store: {
      get: (key) => entries.get(key),
      entries: (prefix) => [...entries].filter(([key]) => key.startsWith(prefix)),
      write: (changes) => {
        for (const [key, value] of changes) value === undefined ? entries.delete(key) : entries.set(key, value);
      },
    },
    report: (message) => reported.push(message),
  };
}

test("backups are listed with sizes and dates from the newest on, and shown with their parts", async () => {
  const { catalog, store } = await opened();
  expect(await catalog.list(place, signal)).toEqual([]);
  await write(store, "old", ["one"], { age: 2 });
  await write(store, "new", ["one", "three"], { service: "bank" });
  await beginUpload(upload(store, "half"));
  await store.put(manifestKey("odd"), Buffer.from('{"format":3}'), signal);
  const schema = "schema of new".length;
  expect(await catalog.list(place, signal)).toMatchObject([
    { backup_name: "half", status: "unfinished", service: "shop", created: "2026-03-01T00:00:00.000Z", files: 0 },
    {
      ...{ backup_name: "new", status: "complete", service: "bank", created: "2026-03-01T00:00:00.000Z" },
      ...{ signature: "own", signed_with: keys.own() },
      ...{ software: "cassandra 5.0.9", nodes: 2, files: 5, bytes: 16 + schema },
    },
    { backup_name: "old", service: "shop", created: "2026-02-27T00:00:00.000Z" },
    { backup_name: "odd", status: "unreadable", created: null },
  ]);
  expect(await catalog.show(named("new"), signal)).toMatchObject({
    parts: [
      { node: "node-0", host_id: "host-0", files: 2, bytes: 8 },
      { node: "node-1", host_id: "host-1", files: 2, bytes: 8 },
    ],
    tables: [{ table: "demo/rows", files: 4, bytes: 16 }],
  });
  await expect(catalog.show(named("half"), signal)).rejects.toThrow(/is unfinished; start it again/);
  await expect(catalog.show(named("odd"), signal)).rejects.toThrow(/the manifest of odd is damaged, or was written by a later version/);
  await expect(catalog.show(named("none"), signal)).rejects.toMatchObject({ code: "not-found" });
});

test("a backup that another service completes meanwhile counts as complete, so that its files are kept", async () => {
  const { store } = await opened();
  await write(store, "old", ["one"]);
  await write(store, "late", ["two"]);
  let reads = 0;
  const meanwhile: ObjectStore = {
    ...store,
    // The manifest appears after it was looked for.
    get: async (key, deleting) => (key === manifestKey("late") && ++reads === 1 ? undefined : store.get(key, deleting)),
  };
  expect(await deleteBackups(meanwhile, ["old"], deleting)).toMatchObject({ left: undefined });
  expect(await store.size(keyOf("two"), signal)).toBe(3);
  expect(await store.size(keyOf("one"), signal)).toBeUndefined();
});

test("verify names each file that is missing or damaged, and reads what nodes share once", async () => {
  const { catalog, store, path } = await opened();
  await write(store, "nightly", ["one", "two"]);
  const bytes = "schema of nightly".length + 6;
  expect(await catalog.verify(named("nightly"), signal)).toEqual({
    backup_name: "nightly",
    files: 3,
    bytes,
    problems: [],
  });
  writeFileSync(path(keyOf("one")), "One");
  rmSync(path(keyOf("two")));
  rmSync(path("nightly/schema.cql"));
  const { problems } = await catalog.verify(named("nightly"), signal);
  expect(problems.map(({ file, problem }) => `${file} ${problem}`)).toEqual([
    "node-0 demo/rows/nb-0-big-Data.db damaged",
    "node-0 demo/rows/nb-1-big-Data.db missing",
    "node-1 demo/rows/nb-0-big-Data.db damaged",
    "node-1 demo/rows/nb-1-big-Data.db missing",
    "the schema missing",
  ]);
  expect(problems[0]?.object).toBe(keyOf("one"));
  // The damaged file is marked, so that the next backup stores it again.
  expect(await store.list("~damaged/", signal)).toHaveLength(1);
  await catalog.delete(named("nightly"), signal);
  expect(await store.list("", signal)).toEqual([]);
});

test("a delete removes only files that no other backup names", async () => {
  const { catalog, store, path } = await opened();
  await write(store, "monday", ["shared", "only monday"]);
  await write(store, "tuesday", ["shared", "only tuesday"]);
  const deleted = await catalog.delete(named("monday"), signal);
  expect(deleted).toEqual({ backup_name: "monday", files: 4, bytes: expect.any(Number), left: null });
  expect(existsSync(path("monday"))).toBe(false);
  expect(existsSync(path(keyOf("only monday")))).toBe(false);
  expect((await catalog.verify(named("tuesday"), signal)).problems).toEqual([]);
  await expect(catalog.delete(named("monday"), signal)).rejects.toThrow("there is no backup called monday");
  expect(await catalog.delete(named("tuesday"), signal)).toMatchObject({ files: 5, left: null });
  expect(await store.list("", signal)).toEqual([]);
});

test("a delete that was cut off is completed by the next one", async () => {
  const { catalog, store } = await opened();
  await write(store, "monday", ["one"]);
  await write(store, "tuesday", ["two"]);
  // The deletion stops at the first file that cannot be deleted.
  const broken: ObjectStore = {
    ...store,
    delete: async (key) => (key.endsWith("schema.cql") ? Promise.reject(new Error("it broke")) : store.delete(key, signal)),
  };
  await expect(deleteBackups(broken, ["monday"], deleting)).rejects.toThrow("it broke");
  expect(await catalog.list(place, signal)).toMatchObject([
    { backup_name: "monday", status: "unfinished" },
    { backup_name: "tuesday", status: "complete" },
  ]);
  expect((await catalog.delete(named("tuesday"), signal)).left).toMatch("monday is unfinished");
  expect(await catalog.delete(named("monday"), signal)).toMatchObject({ left: null });
  expect(await store.list("", signal)).toEqual([]);
});

test("files are kept while a backup is unfinished that may have found them, and go with the next delete", async () => {
  const { catalog, store, path } = await opened();
  await write(store, "monday", ["one"]);
  const running = upload(store, "tuesday");
  await beginUpload(running);
  expect((await catalog.delete(named("monday"), signal)).left).toMatch(/^tuesday is unfinished and may need these files/);
  expect(existsSync(path(keyOf("one")))).toBe(true);
  await expectUnfinished(running);
  await write(store, "tuesday", ["one"]);
  await endUpload(running);
  expect((await catalog.verify(named("tuesday"), signal)).problems).toEqual([]);
  expect(await catalog.list(place, signal)).toMatchObject([{ backup_name: "tuesday", status: "complete" }]);
});

test("an unfinished backup that was deleted does not go on", async () => {
  const { catalog, store } = await opened();
  const running = upload(store, "nightly");
  await beginUpload(running);
  await catalog.delete(named("nightly"), signal);
  await expect(beginUpload(running)).rejects.toThrow("the unfinished backup nightly is no longer there");
  await expect(expectUnfinished(running)).rejects.toThrow("start the backup again");
});

test("an upload does not look for files while another service deletes some", async () => {
  const { store } = await opened();
  const reported: string[] = [];
  let begun: Promise<void> | undefined;
  await whileMarked(store, NOW, signal, async () => {
    begun = beginUpload(upload(store, "nightly", reported));
    await expect.poll(() => reported).toContain("waiting until a backup has been deleted from the same bucket");
  });
  await begun;
  // The mark of a killed deletion is ignored after a while.
  await store.put("~deleting/left.json", Buffer.from(JSON.stringify({ at: new Date(NOW - DAY).toISOString() })), signal);
  await beginUpload(upload(store, "other"));
});

test("retention deletes what no rule keeps, of its own service only, and never the newest", async () => {
  const { catalog, store } = await opened();
  for (const [name, age] of [
    ["a", 1],
    ["b", 10],
    ["c", 20],
    ["d", 40],
  ] as const)
    await write(store, name, [name], { age });
  await write(store, "other", ["other"], { service: "bank", age: 99 });
  const left = async () => (await catalog.list(place, signal)).map(({ backup_name }) => backup_name);
  expect(await retain(store, "shop", { keep: 2, days: 30 }, deleting)).toMatch(/^deleted d: 4 objects/);
  expect(await left()).toEqual(["a", "b", "c", "other"]);
  expect(await retain(store, "shop", { keep: 3 }, deleting)).toBe("all 3 backups of shop are kept");
  await retain(store, "shop", { keep: 2 }, deleting);
  expect(await left()).toEqual(["a", "b", "other"]);
  await retain(store, "bank", { days: 1 }, deleting);
  await retain(store, "shop", { days: 5 }, deleting);
  expect(await left()).toEqual(["a", "other"]);
  expect((await catalog.verify(named("other"), signal)).problems).toEqual([]);
});

test("retention deletes no backup because of manifests that the service has not signed", async () => {
  const { catalog, store } = await opened();
  await write(store, "real", ["real"], { age: 5 });
  await write(store, "old", ["old"], { age: 9, by: null });
  for (const name of ["forged-1", "forged-2"]) await write(store, name, [name], { by: null });
  await write(store, "others", ["others"], { age: 20, by: others });
  const left = async () => (await catalog.list(place, signal)).map(({ backup_name }) => backup_name);
  expect(await retain(store, "shop", { keep: 1 }, deleting)).toMatch(/^deleted old: /);
  expect(await left()).toEqual(["forged-1", "forged-2", "real", "others"]);
});

test("a list says who has signed each backup, and only trusted ones are verified", async () => {
  const { catalog, store } = await opened();
  await write(store, "own", ["a"]);
  await write(store, "foreign", ["b"], { by: others });
  await write(store, "unsigned", ["c"], { by: null });
  const listed = await catalog.list(place, signal);
  expect(listed.map(({ backup_name, signature, signed_with }) => [backup_name, signature, signed_with])).toEqual([
    ["foreign", "unknown", others.own()],
    ["own", "own", keys.own()],
    ["unsigned", "none", null],
  ]);
  await expect(catalog.verify(named("foreign"), signal)).rejects.toThrow("import it");
  await expect(catalog.verify(named("unsigned"), signal)).rejects.toThrow("is not signed");
  expect(await catalog.verify({ ...named("unsigned"), accept: "unsigned" }, signal)).toMatchObject({ problems: [] });
  keys.trust({ name: "others", key: others.own(), imported_at: "2026-03-01T00:00:00Z" });
  onTestFinished(() => keys.distrust("others"));
  expect(await catalog.verify(named("foreign"), signal)).toMatchObject({ problems: [] });
  expect((await catalog.show(named("foreign"), signal)).signature).toBe("trusted");
});
