import type { BackupKeys } from "../keys/backup-keys.ts";
import { type ReadManifest, readManifest, type Unreadable } from "../layout/signed-manifest.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { inParallel } from "../parallel.ts";
import { readUnfinished, type Unfinished } from "./unfinished.ts";

/** The name of a backup in a bucket, with the state of this backup. */
export type CatalogEntry = { readonly backup: string } & (
  | ({ readonly status: "complete" } & ReadManifest)
  | { readonly status: "unfinished"; readonly unfinished: Unfinished }
  | ({ readonly status: "unreadable" } & Unreadable)
);

const AT_ONCE = 8;

/** Returns the entry of a backup; undefined if there is no backup with this name. */
export async function entryOf(
  place: ObjectStore,
  backup: string,
  keys: BackupKeys,
  signal: AbortSignal,
): Promise<CatalogEntry | undefined> {
  const read = await readManifest(place, backup, keys, signal);
  if (read) return entryWith(read, backup);
  const unfinished = await readUnfinished(place, backup, signal);
  if (unfinished) return { backup, status: "unfinished", unfinished };
  // Another service may have completed the backup between the two reads.
  const late = await readManifest(place, backup, keys, signal);
  return late && entryWith(late, backup);
}

function entryWith(read: ReadManifest | Unreadable, backup: string): CatalogEntry {
  return "problem" in read ? { backup, status: "unreadable", ...read } : { backup, status: "complete", ...read };
}

/** Returns the entries of all backups in a bucket, in no particular order. */
export async function entriesOf(place: ObjectStore, keys: BackupKeys, signal: AbortSignal): Promise<readonly CatalogEntry[]> {
  const names = (await place.folders(signal)).filter((name) => !name.startsWith("~"));
  const matches: CatalogEntry[] = [];
  await inParallel(names, AT_ONCE, async (name) => {
    const entry = await entryOf(place, name, keys, signal);
    if (entry) matches.push(entry);
  });
  return matches;
}
