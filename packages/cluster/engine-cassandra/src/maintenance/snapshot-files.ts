import { join } from "node:path";
import type { StoredFile } from "@reeve/backups";
import { STORAGE } from "../agent/beans.ts";
import type { Member } from "../cluster/members.ts";
import type { NodeFiles } from "../files/node-files.ts";
import type { Maintained } from "./maintained.ts";

/** A file of a snapshot. Its checksum is missing, because its content has not been read yet. */
export interface SnapshotFile extends Pick<StoredFile, "table" | "name" | "bytes"> {
  readonly path: string;
}

/** Returns the folders in which a node keeps its data, as the node knows them. */
export async function dataFolders({ agent }: Member, signal: AbortSignal): Promise<readonly string[]> {
  const { AllDataFileLocations } = await agent.read(STORAGE, ["AllDataFileLocations"], { signal });
  return (AllDataFileLocations as readonly string[]).map(String);
}

/** Refuses work with the files of a node that this process cannot use. */
export async function expectFiles(member: Member, { openFiles }: Pick<Maintained, "openFiles">, signal: AbortSignal): Promise<void> {
  await using files = openFiles(member.node.id, { signal, report: () => undefined });
  for (const folder of await dataFolders(member, signal)) await files.expectFolder(folder);
}

/** Returns the names of a node's tables, such as `demo/users`, each with the folder of its snapshots. */
async function* snapshotFolders(files: NodeFiles, folder: string) {
  for (const keySpace of await files.folders(folder)) {
    for (const table of await files.folders(join(folder, keySpace))) {
      yield { table: `${keySpace}/${table.replace(/-[0-9a-f]{32}$/, "")}`, snapshots: join(folder, keySpace, table, "snapshots") };
    }
  }
}

/** Returns the files of a snapshot, table by table. Metadata and indexes are left out, because the database rebuilds them. */
export async function snapshotFiles(files: NodeFiles, folder: string, tag: string): Promise<readonly SnapshotFile[]> {
  const found: SnapshotFile[] = [];
  for await (const { table, snapshots } of snapshotFolders(files, folder)) {
    for (const { name, bytes } of await files.files(join(snapshots, tag))) {
      if (/^[a-z]{2}-/.test(name)) found.push({ table, name, bytes, path: join(snapshots, tag, name) });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the names of a node's snapshots, from its folders: the list of the node itself is sometimes incomplete. */
export async function snapshotTags(files: NodeFiles, folders: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const folder of folders) {
    for await (const { snapshots } of snapshotFolders(files, folder)) for (const tag of await files.folders(snapshots)) found.add(tag);
  }
  return found;
}
