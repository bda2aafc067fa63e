import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupKeys, contentKey, describeFile, type FileManifest, objectStores, writeManifest } from "@reeve/backups";
import { memoryStore } from "@reeve/laws";
import type { NodeView } from "@reeve/orchestrator/engine";
import { describe, expect, onTestFinished, test } from "vitest";
import { openFiles } from "../../test/open-files.ts";
import { workContext as context } from "../../test/work-context.ts";
import type { Agent } from "../agent/agent.ts";
import type { Member } from "../cluster/members.ts";
import type { Maintained } from "./maintained.ts";
import { restore } from "./restore.ts";

const FIRST = ["nb-1-big-Data.db", "nb-1-big-Index.db", "nb-1-big-TOC.txt"];
const SECOND = ["nb-2-big-Data.db", "nb-2-big-TOC.txt"];

/** Restores a node that has these downloaded files, and returns the files that its database imports, and the store. */
async function restored(
  where: keyof typeof openFiles,
  downloaded: readonly string[],
  { names = ["node-0"], before = {} as Readonly<Record<string, unknown>> } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "restore-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const openObjectStore = objectStores({ folder: join(folder, "objects") });
  const place = await openObjectStore("s3://backups", { accessKey: "", secretKey: "" });
  const files = [...FIRST, ...SECOND].map((name) => ({ ...describeFile("", Buffer.from(name)), name }));
  for (const file of files) await place.put(contentKey(file), Buffer.from(file.name), context.signal);
  const manifest: FileManifest = {
    ...{ format: 2, snapshot: "11111111", backup: "nightly", service: "cassandra", software: "cassandra 5.0.9" },
    ...{ created: "2026-03-01T00:00:00.000Z", schema: describeFile("schema.cql", Buffer.from("")) },
    nodes: names.map((node, index) => ({
      ...{ node, host_id: "host", tokens: [String(index + 1)] },
      files: index > 0 ? [] : files.map(({ name, bytes, sha256 }) => ({ table: "kept/rows", name, bytes, sha256 })),
    })),
  };
  const keys = backupKeys();
  await writeManifest(place, manifest, keys, context.signal);
  const staging = join(folder, "restore", "11111111", "node-0", "kept", "rows");
  mkdirSync(staging, { recursive: true });
  for (const name of downloaded) writeFileSync(join(staging, name), name);
  let found: readonly string[] = [];
  const agent = {
    read: async () => ({
      ...{ OperationMode: "NORMAL", LocalHostId: "host", Tokens: ["1"] },
      AllDataFileLocations: [join(folder, "data")],
    }),
    call: async () => {
      found = readdirSync(staging).sort();
      return [];
    },
  } as unknown as Agent;
  const store = memoryStore();
  store.write([["restoring", "11111111"], ...Object.entries(before)]);
  const node = { id: "node-0" } as NodeView;
  const maintained = {
    clock: { now: () => 0 },
    openFiles: openFiles[where],
    ...{ store, openObjectStore, keys, names: () => names, node: () => node },
    members: { of: () => ({ node, agent }) as unknown as Member },
    records: { all: () => new Map(names.map((name, index) => [name, { tokens: [String(index + 1)] }])) },
  } as unknown as Maintained;
  const parameters = { backup_name: "nightly", external_location: "s3://backups", id: "restore" };
  await restore({ name: "restore", node: "node-0", parameters }, context, maintained);
  return { found, store };
}

describe.each(["here", "elsewhere"] as const)("a restore of a node %s", (where) => {
  test.each([
    ["all files", [...FIRST, ...SECOND], [...FIRST, ...SECOND]],
    ["all files that belong together, if the node was killed while it moved them", ["nb-1-big-Data.db"], FIRST],
    ["nothing twice, if the node was killed after it had moved some files", SECOND, SECOND],
  ])("imports %s", async (_, downloaded, expected) => {
    expect((await restored(where, downloaded)).found).toEqual(expected);
  });
});

test("the restore of the cluster is over when all nodes have cleaned up, not when all have imported their files", async () => {
  const names = ["node-0", "node-1"];
  const other = (state: string) => ({ names, before: { "restored/restore/node-1": state } });
  const early = await restored("here", FIRST, other("imported"));
  expect(early.store.get("restoring")).toBe("11111111");
  const last = await restored("here", FIRST, other("restored"));
  expect(last.store.get("restoring")).toBeUndefined();
});

test("a node that was restored before the service was killed is not restored again", async () => {
  const before = { restoring: undefined, "restored/restore/node-0": "restored" };
  expect((await restored("here", FIRST, { before })).found).toEqual([]);
});
