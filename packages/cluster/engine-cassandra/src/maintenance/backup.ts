import {
  beginFiles,
  checkEarly,
  completeBackup,
  contentKey,
  describeFile,
  type FileManifest,
  type FilesOfNode,
  inParallel,
  parametersOf,
  planOfBackup,
  reuseOf,
  type StoredFile,
} from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Work, WorkContext, WorkPlan } from "@reeve/orchestrator/engine";
import type { BackupInput } from "@reeve/wide-column-models";
import { LONG } from "../agent/agent.ts";
import { CLEAR_SNAPSHOT, STORAGE, TAKE_SNAPSHOT } from "../agent/beans.ts";
import type { Member } from "../cluster/members.ts";
import { userKeySpaces } from "../cluster/view.ts";
import type { NodeFiles } from "../files/node-files.ts";
import { VERSION } from "../generated/release.ts";
import { type DatabaseSchema, schemaOf } from "./cql.ts";
import { creationsIn, rulesOf } from "./creations.ts";
import { anyMember, type Maintained, workingMember } from "./maintained.ts";
import { dataFolders, expectFiles, snapshotFiles, snapshotTags } from "./snapshot-files.ts";

/** Returns the name that a backup's snapshots have on the nodes' disks. */
const tagOf = (id: string) => `reeve-${id}`;

const AT_ONCE = 4;

/** Makes the plan of a backup. */
export function backupPlan(request: BackupInput, maintained: Maintained): Promise<WorkPlan> {
  return planOfBackup(request, maintained, {
    uploads: "parallel",
    schemaWork: "read-schema",
    async check() {
      const { signal: endless } = new AbortController();
      const { member, view } = await anyMember(maintained, endless);
      await checkEarly((signal) => expectFiles(member, maintained, signal));
      if (userKeySpaces(view).length === 0)
        throw new ReeveError("conflict", "there is nothing to back up: no keyspace has been created yet");
    },
  });
}

/** Takes a snapshot of a node. */
export async function takeSnapshot(work: Work, context: WorkContext, maintained: Maintained): Promise<void> {
  const { signal, report } = context;
  const { id } = parametersOf(work);
  const { member, view } = await workingMember(work, maintained, context);
  await using files = maintained.openFiles(member.node.id, context);
  await clearSnapshots(member, files, signal);
  const keySpaces = userKeySpaces(view);
  await member.agent.call(STORAGE, TAKE_SNAPSHOT, [tagOf(id), {}, keySpaces], { signal, timeout: LONG });
  report(`${keySpaces.join(", ")}`);
}

/** Reads the schema after all snapshots, so that it has all of their columns. A table that it lacks was dropped meanwhile. */
export async function readSchema(work: Work, { signal, report }: WorkContext, maintained: Maintained): Promise<void> {
  const { store } = maintained;
  const { id } = parametersOf(work);
  if (store.get(`backup/${id}/schema`) !== undefined) return;
  const { member } = await anyMember(maintained, signal);
  const schema = await schemaOf(member, signal);
  const old = [...store.entries("backup/")].filter(([key]) => !key.startsWith(`backup/${id}/`));
  store.write([...old.map(([key]): [string, undefined] => [key, undefined]), [`backup/${id}/schema`, schema]]);
  report(`${schema.tables.length} column families`);
}

/** Deletes all earlier snapshots of backups, which keep files that the database no longer needs. */
async function clearSnapshots(member: Member, files: NodeFiles, signal: AbortSignal): Promise<void> {
  const tags = await snapshotTags(files, await dataFolders(member, signal));
  const own = [...tags].filter((tag) => tag.startsWith(tagOf("")));
  for (const tag of own) await member.agent.call(STORAGE, CLEAR_SNAPSHOT, [{}, tag, []], { signal, timeout: LONG });
}

/** Uploads those files of a node's snapshot that are not in the object store yet, and then deletes the snapshot. */
export async function upload(work: Work, context: WorkContext, maintained: Maintained): Promise<void> {
  const { signal, report } = context;
  const { id } = parametersOf(work);
  const done = `backup/${id}/node/${work.node}`;
  // The files are already uploaded, and the snapshot has been deleted.
  if (maintained.store.get(done) !== undefined) return;
  const { member, view } = await workingMember(work, maintained, context);
  const place = await beginFiles(work, context, maintained);
  await using nodeFiles = maintained.openFiles(member.node.id, context);
  const folders = await dataFolders(member, signal);
  if (!(await snapshotTags(nodeFiles, folders)).has(tagOf(id))) {
    throw new ReeveError("conflict", `the snapshot of ${work.node} is no longer there; start the backup again`);
  }
  const files = (await Promise.all(folders.map((folder) => snapshotFiles(nodeFiles, folder, tagOf(id))))).flat();
  // The largest files come first, because they take longest.
  files.sort((a, b) => b.bytes - a.bytes);
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const stored: StoredFile[] = [];
  const { store, clock } = maintained;
  const reuse = await reuseOf({ place, store, node: work.node ?? "", now: clock.now(), signal });
  let bytesDone = 0;
  let sent = 0;
  await inParallel(files, AT_ONCE, async ({ path, ...described }) => {
    const file = { path, bytes: described.bytes };
    const sha256 = await nodeFiles.sha256(file);
    if (sha256 === undefined) throw new Error(`${path} has changed since the snapshot`);
    if (!(await reuse.isStored({ ...described, sha256 }))) {
      await nodeFiles.upload({ ...file, sha256 }, contentKey({ sha256 }), place);
      await reuse.stored({ sha256 });
      sent += described.bytes;
    }
    stored.push({ ...described, sha256 });
    bytesDone += described.bytes;
    report(`${stored.length} of ${files.length} files, ${bytesDone} of ${all} bytes, ${sent} of these bytes sent to ${place.place}`);
  });
  stored.sort((a, b) => (`${a.table}/${a.name}` < `${b.table}/${b.name}` ? -1 : 1));
  const part: FilesOfNode = { node: work.node ?? "", host_id: view.hostId, tokens: view.tokens, files: stored };
  reuse.end();
  store.write([[done, part]]);
  await clearSnapshots(member, nodeFiles, signal).catch(() => undefined);
  report(`${files.length} files, ${all} bytes, ${sent} of these bytes sent to ${place.place}`);
}

/** Uploads the schema, and then the manifest, which completes the backup. */
export async function backUpSchema(work: Work, context: WorkContext, maintained: Maintained): Promise<void> {
  const { store } = maintained;
  const { id, nodes } = parametersOf(work);
  await completeBackup(work, context, maintained, (about) => {
    const parts = [...store.entries(`backup/${id}/node/`)].map(([, part]) => part as FilesOfNode);
    const read = store.get(`backup/${id}/schema`) as DatabaseSchema | undefined;
    if (!read || parts.length !== nodes) {
      throw new ReeveError("conflict", "the stored record of the snapshots is missing; start the backup again");
    }
    const schema = Buffer.from(read.statements);
    const tables = new Set(read.tables);
    const manifest: FileManifest = {
      ...{ format: 2, ...about },
      software: `cassandra ${VERSION}`,
      schema: describeFile("schema.cql", schema),
      key_spaces: read.keySpaces,
      nodes: parts.map((part) => ({ ...part, files: part.files.filter(({ table }) => tables.has(table)) })),
    };
    // A backup that a restore would refuse must not seem complete.
    creationsIn(read.statements, { ...rulesOf(manifest), withCode: true });
    return { manifest, schema };
  });
  store.write([...store.entries("backup/")].map(([key]) => [key, undefined]));
}
