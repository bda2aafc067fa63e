import { createHash } from "node:crypto";
import { access, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoredFile } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import { STORAGE } from "../agent/agent.ts";
import type { Member } from "../cluster/members.ts";

/** A file of a snapshot. Its checksum is missing, because its content has not been read yet. */
export interface SnapshotFile extends Pick<StoredFile, "table" | "name" | "bytes"> {
  readonly path: string;
}

/** Returns the folders on this machine in which a node keeps its data. */
export async function dataFolders({ agent }: Member, signal: AbortSignal): Promise<readonly string[]> {
  const { AllDataFileLocations } = await agent.read(STORAGE, ["AllDataFileLocations"], { signal });
  return (AllDataFileLocations as readonly string[]).map(String);
}

/** Refuses work with the files of a node that runs elsewhere, for instance in a pod. */
export async function expectFilesHere(member: Member, signal: AbortSignal): Promise<void> {
  for (const folder of await dataFolders(member, signal)) {
    await access(folder).catch((cause) => {
      const { id } = member.node;
      throw new ReeveError(
        "conflict",
        `backups and restores work only if all nodes are processes of the service's own machine; the files of ${id} are not on this machine`,
        {},
        { cause },
      );
    });
  }
}

/** Returns the files of a snapshot, table by table. Metadata and indexes are left out, because the database rebuilds them. */
export async function snapshotFiles(folder: string, tag: string): Promise<readonly SnapshotFile[]> {
  const found: SnapshotFile[] = [];
  for (const keySpace of await foldersIn(folder)) {
    for (const table of await foldersIn(join(folder, keySpace))) {
      const place = join(folder, keySpace, table, "snapshots", tag);
      for (const name of await filesIn(place)) {
        if (!/^[a-z]{2}-/.test(name)) continue;
        const path = join(place, name);
        const { size: bytes } = await stat(path);
        found.push({ table: `${keySpace}/${table.replace(/-[0-9a-f]{32}$/, "")}`, name, bytes, path });
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Returns the names of a node's snapshots. They are read from its folders, because the list that the node itself returns is sometimes
 * incomplete.
 */
export async function snapshotTags(folder: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const keySpace of await foldersIn(folder)) {
    for (const table of await foldersIn(join(folder, keySpace))) {
      for (const tag of await foldersIn(join(folder, keySpace, table, "snapshots"))) found.add(tag);
    }
  }
  return [...found];
}

/** Returns the SHA-256 checksum of a file. The file is read in pieces, because it can be larger than the memory. */
export async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  // All pieces are read into one buffer, because a stream would allocate a new buffer for each piece.
  const piece = Buffer.allocUnsafe(PIECE);
  await using file = await open(path);
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(piece);
    if (bytesRead === 0) return hash.digest("hex");
    hash.update(piece.subarray(0, bytesRead));
  }
}

const PIECE = 2 ** 18;

async function foldersIn(folder: string): Promise<readonly string[]> {
  return entries(folder, (entry) => entry.isDirectory());
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return entries(folder, (entry) => entry.isFile());
}

async function entries(
  folder: string,
  wanted: (entry: { isDirectory(): boolean; isFile(): boolean }) => boolean,
): Promise<readonly string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: { code?: string }) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return found.filter(wanted).map(({ name }) => name);
}
