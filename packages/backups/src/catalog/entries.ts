import { inParallel } from "../in-parallel.ts";
import { type AnyManifest, filesOf, readAnyManifest } from "../layout/any-manifest.ts";
import type { ObjectStore } from "../object-store/object-store.ts";
import { readUnfinished, type Unfinished } from "./unfinished.ts";

/** What stands under a name in a bucket. */
export type Entry = { readonly backup: string } & (
  | { readonly status: "complete"; readonly manifest: AnyManifest }
  | { readonly status: "unfinished"; readonly unfinished: Unfinished }
  /** Damaged, or of a later version. */
  | { readonly status: "unreadable" }
);

/** Manifests that are read at once. */
const AT_ONCE = 8;

/** What is stored under a name; undefined where it is no backup. */
export async function entryOf(place: ObjectStore, backup: string, signal: AbortSignal): Promise<Entry | undefined> {
  const manifest = await readAnyManifest(place, backup, signal);
  if (manifest === "unreadable") return { backup, status: "unreadable" };
  // The name of a manifest is that of its folder: another one would name objects of another backup.
  if (manifest)
    return manifest.backup === backup ? { backup, status: "complete", manifest } : { backup, status: "unreadable" };
  const unfinished = await readUnfinished(place, backup, signal);
  return unfinished && { backup, status: "unfinished", unfinished };
}

/** All backups of a bucket, in any order. */
export async function entriesOf(place: ObjectStore, signal: AbortSignal): Promise<readonly Entry[]> {
  const names = (await place.folders(signal)).filter((name) => !name.startsWith("~"));
  const found: Entry[] = [];
  await inParallel(names, AT_ONCE, async (name) => {
    const entry = await entryOf(place, name, signal);
    if (entry) found.push(entry);
  });
  return found;
}

/** The keys of all objects that a backup needs. */
export function objectsOf(manifest: AnyManifest): ReadonlySet<string> {
  return new Set(filesOf(manifest).map(({ object }) => object));
}
