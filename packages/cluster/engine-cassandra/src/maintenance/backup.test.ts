import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupCatalog, backupKeys, contentKey, type FileManifest, objectStores } from "@reeve/backups";
import { memoryStore } from "@reeve/laws";
import type { NodeView, Work } from "@reeve/orchestrator/engine";
import { afterAll, expect, test } from "vitest";
import { openFiles } from "../../test/open-files.ts";
import { workContext as context } from "../../test/work-context.ts";
import type { Agent } from "../agent/agent.ts";
import type { Member } from "../cluster/members.ts";
import { backUpSchema, backupPlan, upload } from "./backup.ts";
import type { Maintained } from "./maintained.ts";

const folder = mkdtempSync(join(tmpdir(), "backup-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ID = "11111111-1111-1111-1111-111111111111";
const parameters = { backup_name: "nightly", external_location: "s3://backups", id: ID, nodes: 1 };
const work: Work = { name: "upload", node: "node-0", parameters };

/** Makes a node with a snapshot of these tables. */
async function nodeWith(name: string, tables: readonly string[], where: keyof typeof openFiles = "here") {
  const data = join(folder, name, where, "data");
  const snapshotOf = (table: string) => join(data, "kept", `${table}-${"0".repeat(32)}`, "snapshots", `reeve-${ID}`);
  for (const table of tables) {
    mkdirSync(snapshotOf(table), { recursive: true });
    writeFileSync(join(snapshotOf(table), "manifest.json"), "{}");
    writeFileSync(join(snapshotOf(table), "nb-1-big-Data.db"), `the rows of ${table}`);
  }
  const deleteSnapshots = () => {
    for (const table of tables) rmSync(snapshotOf(table), { recursive: true, force: true });
  };
  const agent = {
    read: async () => ({
      ...{ OperationMode: "NORMAL", NativeTransportRunning: true, NonLocalStrategyKeyspaces: ["kept"] },
      ...{ LocalHostId: "host", Tokens: ["1"], AllDataFileLocations: [data] },
    }),
    call: async () => deleteSnapshots(),
  } as unknown as Agent;
  const node = { id: "node-0" } as NodeView;
  const store = memoryStore();
  const openObjectStore = objectStores({ folder: join(folder, name, where, "objects") });
  const maintained = {
    instance: "cassandra",
    store,
    clock: { now: () => 0 },
    members: { of: () => ({ node, agent }) as unknown as Member },
    openObjectStore,
    keys: backupKeys(),
    openFiles: openFiles[where],
    node: () => node,
  } as unknown as Maintained;
  const place = await openObjectStore("s3://backups", { accessKey: "", secretKey: "" });
  return { maintained, node: { node, agent }, deleteSnapshots, place, snapshotOf, store };
}

const SCHEMA = "CREATE KEYSPACE kept WITH durable_writes = true;\nCREATE TABLE kept.rows (id int PRIMARY KEY);";

/** Completes a backup of which `rows` is the only table that still exists. */
async function manifestOf({ maintained, place, store }: Awaited<ReturnType<typeof nodeWith>>): Promise<FileManifest> {
  store.write([[`backup/${ID}/schema`, { statements: SCHEMA, keySpaces: ["kept"], tables: ["kept/rows"] }]]);
  await backUpSchema({ name: "backup-schema", parameters }, context, maintained);
  return JSON.parse(String(Buffer.from((await place.get("nightly/manifest.json", context.signal)) ?? [])));
}

const PLACES = ["here", "elsewhere"] as const;

test.each(PLACES)("an upload of a node %s deletes its snapshot, and repeating it changes nothing", async (where) => {
  const node = await nodeWith("repeated", ["rows"], where);
  await upload(work, context, node.maintained);
  await expect(readdir(node.snapshotOf("rows"))).rejects.toThrow(/ENOENT/);
  await upload(work, context, node.maintained);
  expect((await manifestOf(node)).nodes[0]?.files).toMatchObject([{ table: "kept/rows", name: "nb-1-big-Data.db" }]);
});

test.each(PLACES)("an upload of a node %s fails if the snapshot is gone", async (where) => {
  const { maintained, deleteSnapshots } = await nodeWith("gone", ["rows"], where);
  deleteSnapshots();
  await expect(upload(work, context, maintained)).rejects.toThrow("the snapshot of node-0 is no longer there; start the backup again");
});

test("a backup leaves out the files of tables that its schema lacks", async () => {
  const node = await nodeWith("dropped", ["dropped", "rows"]);
  await upload(work, context, node.maintained);
  expect((await manifestOf(node)).nodes[0]?.files.map(({ table }) => table)).toEqual(["kept/rows"]);
});

test("a backup is refused if the files of the nodes are on another machine", async () => {
  const { maintained, node } = await nodeWith("elsewhere", ["rows"]);
  rmSync(join(folder, "elsewhere", "here", "data"), { recursive: true });
  const request = { backup_name: "nightly", external_location: "s3://backups", s3_access_key: "", s3_secret_key: "" };
  const placed = { ...maintained, names: () => ["node-0"], retention: () => ({}), members: { alive: () => [node] } };
  const plan = await backupPlan(request, placed as unknown as Maintained);
  await expect(plan.check?.()).rejects.toThrow("the files of node-0 are not on this machine");
});

test.each(PLACES)("a stored file that verify has named as damaged is stored again from a node %s", async (where) => {
  const first = await nodeWith("damaged", ["rows"], where);
  await upload(work, context, first.maintained);
  const { bytes, ...file } = (await manifestOf(first)).nodes[0]?.files[0] ?? expect.fail("there is no file");
  await first.place.put(contentKey(file), Buffer.alloc(bytes), context.signal);
  const request = { backup_name: "nightly", external_location: "s3://backups", s3_access_key: "", s3_secret_key: "" };
  const { maintained } = first;
  const { verify } = backupCatalog(maintained.openObjectStore, maintained.keys, () => 0);
  expect(await verify(request, context.signal)).toMatchObject({ problems: [{ problem: "damaged" }] });
  const again = await nodeWith("damaged", ["rows"], where);
  await upload({ ...work, parameters: { ...parameters, backup_name: "second" } }, context, again.maintained);
  expect(await verify(request, context.signal)).toMatchObject({ problems: [] });
  expect(await first.place.list("~damaged/", context.signal)).toEqual([]);
});
