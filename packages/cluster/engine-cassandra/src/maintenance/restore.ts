import { dirname, join } from "node:path";
import {
  contentKey,
  describeFile,
  expectNoData,
  expectSameSize,
  type FileManifest,
  type FilesOfNode,
  inParallel,
  manifestToRestore,
  markDamaged,
  type ObjectStore,
  parametersOf,
  planOfRestore,
  readIntact,
  type StoredFile,
} from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Work, WorkContext, WorkPlan } from "@reeve/orchestrator/engine";
import type { RestoreInput } from "@reeve/wide-column-models";
import { nodeTables } from "../administration/details.ts";
import { LONG } from "../agent/agent.ts";
import { IMPORT, only, TABLES } from "../agent/beans.ts";
import type { Member } from "../cluster/members.ts";
import type { NodeFiles } from "../files/node-files.ts";
import { cleanUp } from "./cleanup.ts";
import { makeSchema } from "./cql.ts";
import { creationsIn, rulesOf } from "./creations.ts";
import { setsFor } from "./file-sets.ts";
import { anyMember, type Maintained, workingMember } from "./maintained.ts";
import { schemaAgreement } from "./schema-agreement.ts";
import { dataFolders, expectFiles } from "./snapshot-files.ts";

/** The store's key for the snapshot that is being restored: its data does not count as other data when it is restored again. */
const RESTORING = "restoring";

const AT_ONCE = 4;

/** Makes the plan of a restore. Refuses a backup that does not exist or does not fit, and a cluster with other data. */
export function restorePlan(request: RestoreInput, maintained: Maintained): WorkPlan {
  return planOfRestore(request, maintained, "node by node", async (work, context) => {
    await schemaToRestore(work, context, maintained);
    await expectFiles((await anyMember(maintained, context.signal)).member, maintained, context.signal);
  });
}

/** Creates the keyspaces and tables that the backup contains. */
export async function restoreSchema(work: Work, context: WorkContext, maintained: Maintained): Promise<void> {
  const { signal, report } = context;
  const { manifest, place, statements } = await schemaToRestore(work, context, maintained);
  const { member } = await anyMember(maintained, signal);
  const old = [...maintained.store.entries("restored/")]
    .filter(([key]) => !key.startsWith(`restored/${parametersOf(work).id}/`))
    .map(([key]): [string, undefined] => [key, undefined]);
  maintained.store.write([...old, [RESTORING, manifest.snapshot]]);
  await makeSchema(member, statements, signal);
  await schemaAgreement(maintained.members, context);
  report(`${keySpacesOf(manifest).join(", ")} of ${manifest.created}, from ${place.place}`);
}

/** Reads the manifest and the schema of the backup. Refuses a schema that does more than create what the backup contains. */
export async function schemaToRestore(
  work: Work,
  context: Pick<WorkContext, "secrets" | "signal">,
  maintained: Maintained,
): Promise<Fitting & { readonly statements: readonly string[] }> {
  const { manifest, place } = await fittingManifest(work, context, maintained);
  const schema = await readIntact(place, manifest.backup, manifest.schema, context.signal);
  const withCode = parametersOf(work).allow === "functions";
  return { manifest, place, statements: creationsIn(schema, { ...rulesOf(manifest), withCode }) };
}

/** Downloads the backup's files for a node to this node's volume, and verifies their checksums. */
export async function download(work: Work, context: WorkContext, maintained: Maintained): Promise<void> {
  const { signal, report } = context;
  const { backup_name: backup } = parametersOf(work);
  const { manifest, place } = await fittingManifest(work, context, maintained);
  const { member, view } = await workingMember(work, maintained, context);
  const { sets } = setsFor(manifest, view.tokens, ringOf(maintained));
  const folder = await stagingOf(member, manifest, signal);
  const files = sets.flatMap((set) => set.files.map((file) => ({ file, path: pathOf(folder, set, file) })));
  // The largest files come first, because they take longest.
  files.sort((a, b) => b.file.bytes - a.file.bytes);
  const all = files.reduce((sum, { file }) => sum + file.bytes, 0);
  await using nodeFiles = maintained.openFiles(member.node.id, context);
  let done = 0;
  await inParallel(files, AT_ONCE, async (each) => {
    const { file } = each;
    await fetchFile(each, nodeFiles, { place, backup, signal });
    done += file.bytes;
    report(`${done} of ${all} bytes from ${place.place}`);
  });
  report(`${files.length} files, ${all} bytes from ${place.place}`);
}

/** Imports the downloaded files into a node's tables. */
export async function restore(work: Work, context: WorkContext, maintained: Maintained): Promise<void> {
  const { signal, report } = context;
  const { id, backup_name: backup } = parametersOf(work);
  const { store } = maintained;
  const stateOf = (node: string | undefined) => store.get(`restored/${id}/${node}`) as NodeState | undefined;
  const keep = (state: NodeState) => store.write([[`restored/${id}/${work.node}`, state]]);
  // The service was killed after the last node had been restored.
  if (stateOf(work.node) === "restored") return;
  const { manifest, place } = await fittingManifest(work, context, maintained);
  const { member, view } = await workingMember(work, maintained, context);
  const { sets, areOwn } = setsFor(manifest, view.tokens, ringOf(maintained));
  const folder = await stagingOf(member, manifest, signal);
  await using nodeFiles = maintained.openFiles(member.node.id, context);
  if (stateOf(work.node) !== "imported") {
    const folders = sets.flatMap((set) =>
      [...Map.groupBy(set.files, ({ table }) => table)].map(([table, files]) => ({
        table,
        path: join(folder, set.node, table),
        files: files.map((file) => ({ file, path: pathOf(folder, set, file) })),
      })),
    );
    for (const [count, { table, path, files }] of folders.entries()) {
      report(`${count} of ${folders.length} column families`);
      const left = new Set((await nodeFiles.files(path)).map(({ name }) => name));
      for (const torn of tornFiles(files, left)) await fetchFile(torn, nodeFiles, { place, backup, signal });
      await importFiles(member, table, path, areOwn, signal);
    }
    keep("imported");
  }
  if (!areOwn) await cleanUp({ ...work, parameters: { key_spaces: keySpacesOf(manifest) } }, context, maintained);
  await nodeFiles.remove(dirname(folder));
  keep("restored");
  if (maintained.names().every((node) => stateOf(node) === "restored")) store.write([[RESTORING, undefined]]);
  report(
    `${new Set(sets.flatMap(({ files }) => files.map(({ table }) => table))).size} column families as they were at ${manifest.created}`,
  );
}

/** How far a node is: its files are in its tables, and later it has also cleaned up and deleted the downloaded files. */
type NodeState = "imported" | "restored";

interface StagedFile {
  readonly file: StoredFile;
  readonly path: string;
}

/**
 * Returns the files that must be downloaded again because a node was killed while it moved their SSTable into a table. The files of an
 * SSTable have the same name up to the last dash. The database refuses an incomplete SSTable; if no file of an SSTable is left, all of them
 * were moved.
 */
function tornFiles(files: readonly StagedFile[], left: ReadonlySet<string>): readonly StagedFile[] {
  const together = Map.groupBy(files, ({ file }) => file.name.slice(0, file.name.lastIndexOf("-")));
  return [...together.values()]
    .filter((group) => {
      const count = group.filter(({ file }) => left.has(file.name)).length;
      return count > 0 && count < group.length;
    })
    .flat();
}

async function importFiles({ agent }: Member, table: string, path: string, verifyTokens: boolean, signal: AbortSignal): Promise<void> {
  const bean = only(TABLES, ...table.split("/"));
  // With these options, the node verifies each file, invalidates caches, and resets compaction levels and repair times, which come from the
  // old cluster.
  const options = [true, true, true, verifyTokens, true, false, false];
  const failed = (await agent.call(bean, IMPORT, [[path], ...options], { signal, timeout: LONG })) as readonly string[];
  if (failed.length > 0) {
    throw new ReeveError(
      "server-failure",
      `the database refused files of ${table}; the node's log says why. Start the restore again, or verify the backup`,
    );
  }
}

const ringOf = ({ records }: Maintained) => [...records.all().values()].map(({ tokens }) => tokens);

/** Returns the folder for downloads. It is on the node's volume, so that files can be moved into the tables instead of being copied. */
async function stagingOf(member: Member, { snapshot }: FileManifest, signal: AbortSignal): Promise<string> {
  const [first = ""] = await dataFolders(member, signal);
  return join(dirname(first), "restore", snapshot);
}

const pathOf = (folder: string, { node }: FilesOfNode, { table, name }: StoredFile) => join(folder, node, table, name);

async function fetchFile(
  { file, path }: StagedFile,
  nodeFiles: NodeFiles,
  { place, backup, signal }: { readonly place: ObjectStore; readonly backup: string; readonly signal: AbortSignal },
): Promise<void> {
  const { bytes, sha256 } = file;
  if ((await nodeFiles.sha256({ path, bytes })) === sha256) return;
  const found = await nodeFiles.download(contentKey(file), { path, bytes, sha256 }, place);
  if (found === "complete") return;
  if (found === "damaged") await markDamaged(place, sha256, signal);
  const what = `${file.table}/${file.name} of the backup ${backup} is ${found}`;
  throw new ReeveError("conflict", `${what}${found === "damaged" ? ": its checksum differs" : ""} (${place.place})`);
}

/** The manifest of a backup that fits the cluster, and the bucket from which it was read. */
type Fitting = Awaited<ReturnType<typeof fittingManifest>>;

async function fittingManifest(work: Work, context: Pick<WorkContext, "secrets" | "signal">, maintained: Maintained) {
  const read = await manifestToRestore(2, work, context, maintained);
  const { manifest } = read;
  expectSame(manifest, `restored/${parametersOf(work).id}/manifest`, maintained);
  expectSameSize(manifest, maintained);
  if (maintained.store.get(RESTORING) !== manifest.snapshot) {
    const spaces = keySpacesOf(manifest);
    const held = await Promise.all(maintained.members.alive().map((each) => heldBy(each, spaces, context.signal)));
    expectNoData([...new Set(held.flat())], manifest, maintained.instance);
  }
  return read;
}

/** Refuses a manifest other than the one with which the restore began, because its steps would restore parts of different backups. */
function expectSame(manifest: FileManifest, key: string, { store }: Pick<Maintained, "store">): void {
  const { sha256 } = describeFile("manifest.json", Buffer.from(JSON.stringify(manifest)));
  const first = store.get(key);
  if (first === undefined) store.write([[key, sha256]]);
  else if (first !== sha256) {
    throw new ReeveError(
      "conflict",
      `the manifest of ${manifest.backup} was replaced after the restore had begun; find out by whom, and start the restore again`,
    );
  }
}

async function heldBy(member: Member, keySpaces: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const tables = await nodeTables(member, signal);
  return tables.flatMap(({ keySpace, partitions, bytes }) =>
    keySpaces.includes(keySpace) && (bytes > 0 || partitions > 0) ? [keySpace] : [],
  );
}

function keySpacesOf({ key_spaces, nodes }: FileManifest): readonly string[] {
  if (key_spaces) return [...key_spaces].sort();
  return [...new Set(nodes.flatMap(({ files }) => files.map(({ table }) => table.split("/")[0] ?? "")))].sort();
}
