import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentKey, describeFile, type FileManifest, manifestKey, objectStores } from "@reeve/backups";
import type { NodeView, WorkContext } from "@reeve/orchestrator";
import { memoryStore } from "@reeve/orchestrator/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { openFiles } from "../../test/open-files.ts";
import type { Agent } from "../agent/agent.ts";
import type { Member } from "../cluster/members.ts";
import type { Maintained } from "./maintained.ts";
import { restore } from "./restore.ts";

const context: WorkContext = {
  signal: new AbortController().signal,
  secrets: {},
  report: () => undefined,
  atNode: () => Promise.reject(new Error("no sidecar task is expected")),
};
const FIRST = ["nb-1-big-Data.db", "nb-1-big-Index.db", "nb-1-big-TOC.txt"];
const SECOND = ["nb-2-big-Data.db", "nb-2-big-TOC.txt"];

/** Restores a node that has these downloaded files, and returns the files that its database imports. */
async function imported(where: keyof typeof openFiles, downloaded: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "restore-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const openObjectStore = objectStores({ folder: join(folder, "objects") });
  const place = await openObjectStore("s3://backups", { accessKey: "", secretKey: "" });
  const files = [...FIRST, ...SECOND].map((name) => ({ ...describeFile("", Buffer.from(name)), name }));
  for (const file of files) await place.put(contentKey(file), Buffer.from(file.name), context.signal);
  const manifest: FileManifest = {
    ...{ format: 2, snapshot: "11111111", backup: "nightly", service: "cassandra", software: "cassandra 5.0.9" },
    ...{ created: "2026-03-01T00:00:00.000Z", schema: describeFile("schema.cql", Buffer.from("")) },
    nodes: [
      {
        ...{ node: "node-0", host_id: "host", tokens: ["1"] },
        files: files.map(({ name, bytes, sha256 }) => ({ table: "kept/rows", name, bytes, sha256 })),
      },
    ],
  };
  await place.put(manifestKey("nightly"), Buffer.from(JSON.stringify(manifest)), context.signal);
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
  store.write([["restoring", "11111111"]]);
  const node = { id: "node-0" } as NodeView;
  const maintained = {
    clock: { now: () => 0 },
    openFiles: openFiles[where],
    ...{ store, openObjectStore, names: () => ["node-0"], node: () => node },
    members: { of: () => ({ node, agent }) as unknown as Member },
    records: { all: () => new Map([["node-0", { tokens: ["1"] }]]) },
  } as unknown as Maintained;
  const parameters = { backup_name: "nightly", external_location: "s3://backups", id: "restore" };
  await restore({ name: "restore", node: "node-0", parameters }, context, maintained);
  return found;
}

describe.each(["here", "elsewhere"] as const)("a restore of a node %s", (where) => {
  test.each([
    ["all files", [...FIRST, ...SECOND], [...FIRST, ...SECOND]],
    ["all files that belong together, if the node was killed while it moved them", ["nb-1-big-Data.db"], FIRST],
    ["nothing twice, if the node was killed after it had moved some files", SECOND, SECOND],
  ])("imports %s", async (_, downloaded, expected) => {
    expect(await imported(where, downloaded)).toEqual(expected);
  });
});
