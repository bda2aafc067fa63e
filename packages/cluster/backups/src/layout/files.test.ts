import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { objectStores } from "../object-store/open-object-store.ts";
import { type FileManifest, readFileManifest } from "./files.ts";
import { manifestKey } from "./manifest.ts";

const { signal } = new AbortController();
const file = { table: "kept/rows", name: "nb-1-big-SAI+aa+Meta.db", bytes: 1, sha256: "a".repeat(64) };
const node = { node: "node-0", host_id: "host", tokens: ["1"], files: [file] };
const manifest: FileManifest = {
  ...{ format: 2, snapshot: "11111111-1111", backup: "nightly", service: "cassandra", software: "cassandra 5.0.9" },
  ...{ created: "2026-03-01T00:00:00.000Z", schema: { path: "schema.cql", bytes: 1, sha256: "a" }, nodes: [node] },
};

async function read(given: FileManifest): Promise<FileManifest | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = await objectStores({ folder })("s3://backups", { accessKey: "", secretKey: "" });
  await store.put(manifestKey("nightly"), Buffer.from(JSON.stringify(given)), signal);
  return readFileManifest(store, "nightly", signal);
}

test("a manifest is read as it was written", async () => {
  expect(await read(manifest)).toEqual(manifest);
});

test.each([
  ["snapshot", { ...manifest, snapshot: "../../data" }],
  ["nodes.0.node", { ...manifest, nodes: [{ ...node, node: "../../../.." }] }],
  ["nodes.0.files.0.table", { ...manifest, nodes: [{ ...node, files: [{ ...file, table: "../kept" }] }] }],
  ["nodes.0.files.0.name", { ...manifest, nodes: [{ ...node, files: [{ ...file, name: ".." }] }] }],
  ["nodes.0.files.0.sha256", { ...manifest, nodes: [{ ...node, files: [{ ...file, sha256: "../nightly" }] }] }],
])("a manifest whose %s leads to another folder is refused", async (field, given) => {
  await expect(read(given)).rejects.toThrow(
    `the manifest of nightly is damaged: ${field} is not a valid name in a database`,
  );
});
