import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { backupKeys } from "../keys/backup-keys.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { objectStores } from "../object-store/open-object-store.ts";
import { type AnyManifest, type FileManifest, type Manifest, manifestKey } from "./manifest.ts";
import { writeManifest } from "./signed-manifest.ts";
import { isComplete, readTrusted } from "./trusted-backup.ts";

const { signal } = new AbortController();
const sha256 = "a".repeat(64);
const file = { table: "kept/rows", name: "nb-1-big-SAI+aa+Meta.db", bytes: 1, sha256 };
const node = { node: "node-0", host_id: "host", tokens: ["-1"], files: [file] };
const manifest: FileManifest = {
  ...{ format: 2, snapshot: "11111111-1111", backup: "nightly", service: "cassandra", software: "cassandra 5.0.9" },
  ...{ created: "2026-03-01T00:00:00.000Z", schema: { path: "schema.cql", bytes: 1, sha256 }, nodes: [node] },
};
const keys = backupKeys();
const wanted = { backup_name: "nightly" };
const unsigned = { ...wanted, accept: "unsigned" } as const;

async function bucket(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), "manifests-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return objectStores({ folder })("s3://backups", { accessKey: "", secretKey: "" });
}

async function put(place: ObjectStore, content: unknown): Promise<void> {
  await place.put(manifestKey("nightly"), Buffer.from(JSON.stringify(content)), signal);
}

const stored = async (place: ObjectStore): Promise<Record<string, unknown>> =>
  JSON.parse(Buffer.from((await place.get(manifestKey("nightly"), signal)) ?? []).toString());

test("a signed manifest is read as it was written", async () => {
  const place = await bucket();
  expect(await readTrusted(2, place, wanted, { keys, signal })).toBeUndefined();
  await writeManifest(place, manifest, keys, signal);
  expect(await readTrusted(2, place, wanted, { keys, signal })).toEqual(manifest);
});

test("a manifest that was changed after it was signed is refused, also if unsigned ones are accepted", async () => {
  const place = await bucket();
  await writeManifest(place, manifest, keys, signal);
  const { signature, ...rest } = await stored(place);
  for (const changed of [
    { ...rest, service: "other", signature },
    { ...rest, more: 1, signature },
    { ...rest, nodes: [], signature },
    { ...rest, signature: { ...(signature as object), key: backupKeys().own() } },
    { ...rest, signature: "none" },
    { ...rest, signature: null },
  ]) {
    await put(place, changed);
    await expect(readTrusted(2, place, unsigned, { keys, signal })).rejects.toThrow(
      "the manifest of nightly was changed after it had been signed",
    );
  }
  // The order of the words is not covered by the rules, but by the signature.
  await put(place, { signature, ...rest });
  expect(await readTrusted(2, place, wanted, { keys, signal })).toEqual(manifest);
});

test("an unsigned manifest, and one with an unknown key, is refused unless it is accepted", async () => {
  const place = await bucket();
  await put(place, manifest);
  await expect(readTrusted(2, place, wanted, { keys, signal })).rejects.toThrow(
    /^the backup nightly is not signed, .* accept it as it is \(--accept-unsigned\)/,
  );
  expect(await readTrusted(2, place, unsigned, { keys, signal })).toEqual(manifest);
  const others = backupKeys();
  await writeManifest(place, manifest, others, signal);
  const key = others.own();
  await expect(readTrusted(2, place, wanted, { keys, signal })).rejects.toThrow(
    `signed with a key that this service does not know, ${key}; if this is the key of a cluster that you trust, import it`,
  );
  expect(await readTrusted(2, place, unsigned, { keys, signal })).toEqual(manifest);
  const trusting = backupKeys();
  trusting.trust({ name: "others", key, imported_at: "2026-03-01T00:00:00Z" });
  expect(await readTrusted(2, place, wanted, { keys: trusting, signal })).toEqual(manifest);
  trusting.distrust("others");
  await expect(readTrusted(2, place, wanted, { keys: trusting, signal })).rejects.toThrow("does not know");
});

test("a signed manifest in the place of another backup is refused", async () => {
  const place = await bucket();
  await writeManifest(place, { ...manifest, backup: "monday" }, keys, signal);
  await put(place, JSON.parse(Buffer.from((await place.get(manifestKey("monday"), signal)) ?? []).toString()));
  await expect(readTrusted(2, place, wanted, { keys, signal })).rejects.toThrow("belongs to another backup, monday");
});

test("an older manifest of the same name in the place of a newer one is refused", async () => {
  const place = await bucket();
  await writeManifest(place, manifest, keys, signal);
  const older = await stored(place);
  await writeManifest(place, { ...manifest, created: "2026-03-02T00:00:00.000Z", snapshot: "2" }, keys, signal);
  expect(await readTrusted(2, place, wanted, { keys, signal })).toMatchObject({ snapshot: "2" });
  await put(place, older);
  await expect(readTrusted(2, place, wanted, { keys, signal })).rejects.toThrow(
    "is of 2026-03-01T00:00:00.000Z, and was put in the place of the one that this service wrote at 2026-03-02T00:00",
  );
});

test("a backup is complete only with its own signed manifest, and takes no name twice", async () => {
  const place = await bucket();
  const it = { backup: "nightly", snapshot: manifest.snapshot };
  expect(await isComplete(place, it, keys, signal)).toBe(false);
  await writeManifest(place, manifest, keys, signal);
  expect(await isComplete(place, it, keys, signal)).toBe(true);
  await expect(isComplete(place, { ...it, snapshot: "other" }, keys, signal)).rejects.toThrow("choose another name");
  await put(place, manifest);
  await expect(isComplete(place, it, keys, signal)).rejects.toThrow("exists already");
});

const simulated: Manifest = {
  ...{ format: 1, snapshot: "1", backup: "nightly", service: "shop", created: manifest.created },
  schema: { path: "schema.json", bytes: 1, sha256 },
  nodes: [{ ...node, files: [{ path: "node-0/demo/rows.jsonl", table: "demo/rows", rows: 1, bytes: 1, sha256 }] }],
};

test.each<readonly [string, unknown]>([
  ["snapshot", { ...manifest, snapshot: "../../data" }],
  ["service", { ...manifest, service: "a\nb" }],
  ["created", { ...manifest, created: "yesterday" }],
  ["software", { ...manifest, software: "\u001b[2J" }],
  ["schema.path", { ...manifest, schema: { ...manifest.schema, path: "../other/schema.cql" } }],
  ["schema.bytes", { ...manifest, schema: { ...manifest.schema, bytes: 1.5 } }],
  ["key_spaces.0", { ...manifest, key_spaces: ["a b"] }],
  ["nodes.0.node", { ...manifest, nodes: [{ ...node, node: "../../../.." }] }],
  ["nodes.0.host_id", { ...manifest, nodes: [{ ...node, host_id: "" }] }],
  ["nodes.0.tokens.0", { ...manifest, nodes: [{ ...node, tokens: ["1,2"] }] }],
  ["nodes.0.files.0.table", { ...manifest, nodes: [{ ...node, files: [{ ...file, table: "../kept" }] }] }],
  ["nodes.0.files.0.name", { ...manifest, nodes: [{ ...node, files: [{ ...file, name: ".." }] }] }],
  ["nodes.0.files.0.name", { ...manifest, nodes: [{ ...node, files: [{ ...file, name: "/etc/passwd" }] }] }],
  ["nodes.0.files.0.bytes", { ...manifest, nodes: [{ ...node, files: [{ ...file, bytes: -1 }] }] }],
  ["nodes.0.files.0.sha256", { ...manifest, nodes: [{ ...node, files: [{ ...file, sha256: "../nightly" }] }] }],
  ["nodes node-0", { ...manifest, nodes: [node, { ...node, tokens: ["2"] }] }],
  ["tokens -1", { ...manifest, nodes: [node, { ...node, node: "node-1" }] }],
  ["files node-0 kept/rows/nb-1-big-SAI+aa+Meta.db", { ...manifest, nodes: [{ ...node, files: [file, file] }] }],
  ["format", { ...manifest, format: 3 }],
  [
    "nodes.0.files.0.path",
    {
      ...simulated,
      nodes: [{ ...node, files: [{ path: "node-0/../../x.jsonl", table: "demo/rows", rows: 1, bytes: 1, sha256 }] }],
    },
  ],
])("a manifest whose %s breaks the rules is refused, even if it is signed", async (field, value) => {
  const place = await bucket();
  await writeManifest(place, { ...(value as AnyManifest), backup: "nightly" }, keys, signal);
  await expect(readTrusted(2, place, wanted, { keys, signal })).rejects.toThrow(
    `is damaged, or was written by a later version: ${field} is not valid`,
  );
});

test("a backup of simulated nodes is not restored to real ones, and the other way round", async () => {
  const place = await bucket();
  await writeManifest(place, simulated, keys, signal);
  expect(await readTrusted(1, place, wanted, { keys, signal })).toEqual(simulated);
  await expect(readTrusted(2, place, wanted, { keys, signal })).rejects.toThrow("made by simulated nodes");
  await writeManifest(place, manifest, keys, signal);
  await expect(readTrusted(1, place, wanted, { keys, signal })).rejects.toThrow("made by real database nodes");
});
