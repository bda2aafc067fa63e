import { inParallel } from "../in-parallel.ts";
import { type AnyManifest, filesOf, readAnyManifest } from "../layout/any-manifest.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { readUnfinished, type Unfinished } from "./unfinished.ts";

/** The name of a backup in a bucket, with the state of this backup. */
export type Entry = { readonly backup: string } & (
  | { readonly status: "complete"; readonly manifest: AnyManifest }
  | { readonly status: "unfinished"; readonly unfinished: Unfinished }
  /** The manifest is damaged, or was written by a later version. */
  | { readonly status: "unreadable" }
);

/** The number of manifests that are read in parallel. */
const AT_ONCE = 8;

/** Returns the entry of a backup; undefined if there is no backup with this name. */
export async function entryOf(place: ObjectStore, backup: string, signal: AbortSignal): Promise<Entry | undefined> {
  const manifest = await readAnyManifest(place, backup, signal);
  if (manifest) return entryWith(manifest, backup);
  const unfinished = await readUnfinished(place, backup, signal);
  if (unfinished) return { backup, status: "unfinished", unfinished };
  // Another service may have completed the backup between the two reads.
  const late = await readAnyManifest(place, backup, signal);
  return late && entryWith(late, backup);
}

function entryWith(manifest: AnyManifest | "unreadable", backup: string): Entry {
  // The manifest must contain the name of its own folder. With another name, it would refer to the objects of another backup.
  return manifest !== "unreadable" && manifest.backup === backup
    ? { backup, status: "complete", manifest }
    : { backup, status: "unreadable" };
}

/** Returns the entries of all backups in a bucket, in no particular order. */
export async function entriesOf(place: ObjectStore, signal: AbortSignal): Promise<readonly Entry[]> {
  const names = (await place.folders(signal)).filter((name) => !name.startsWith("~"));
  const found: Entry[] = [];
  await inParallel(names, AT_ONCE, async (name) => {
    const entry = await entryOf(place, name, signal);
    if (entry) found.push(entry);
  });
  return found;
}

/** Returns the keys of all objects that a backup needs. */
export function objectsOf(manifest: AnyManifest): ReadonlySet<string> {
  return new Set(filesOf(manifest).map(({ object }) => object));
}
