/*
 * A backup, from its first file to its manifest, beside deletions by any service that shares the bucket.
 *
 * 1. The plan of a backup takes a snapshot on each node, then uploads the files of each node, then the schema, and at last the manifest.
 *    The manifest names every file with its size and checksum, and is signed. A backup is complete when its manifest exists, and not
 *    before.
 * 2. Files are stored by the checksum of their content, so a backup uploads only what no earlier backup has stored (`reuse.ts`).
 * 3. Therefore a deletion must not remove a file on which an upload has come to rely. Both write a marker into the bucket first, and look
 *    for the other's marker afterwards. So at least one of the two notices the other:
 *    - `beginUpload` writes `unfinished.json` for its backup, then waits until no deletion is under way.
 *    - `whileMarked` writes a marker of the deletion. The deletion (`delete.ts`) then removes the manifests of its backups first, and keeps
 *      all shared files while any backup is unfinished or cannot be read.
 * 4. Before the manifest is written, `expectUnfinished` checks that no deletion has taken the marker away, because the files of the backup
 *    would then be gone, too. `endUpload` removes the marker after the manifest.
 *
 * A deletion that was killed leaves a marker, which is ignored after a while. An upload that was killed continues with its own marker.
 */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isRecord, ReeveError } from "@reeve/contract";
import type { Store } from "@reeve/orchestrator/engine";
import type { ObjectStore } from "../object-store/object-store.ts";

/** The marker of an unfinished backup. While the marker exists, deletions keep all files that the backup could use. */
export interface Unfinished {
  readonly snapshot: string;
  readonly service: string;
  /** The time at which the backup began. */
  readonly begun: string;
}

/** Returns the key under which a backup's marker is stored. */
export const unfinishedKey = (backup: string): string => `${backup}/unfinished.json`;

/** Writes the marker of an unfinished backup. */
export async function markUnfinished(place: ObjectStore, backup: string, mark: Unfinished, signal: AbortSignal): Promise<void> {
  await place.put(unfinishedKey(backup), Buffer.from(JSON.stringify(mark)), signal);
}

/** What an upload of a backup needs. */
export interface Upload {
  readonly place: ObjectStore;
  readonly backup: string;
  /** Identifies this backup, because several can have the same name. */
  readonly snapshot: string;
  readonly service: string;
  /** The store that records whether the upload has begun, so that this is known after a restart of the service. */
  readonly store: Store;
  readonly signal: AbortSignal;
  now(): number;
  report(message: string): void;
}

const POLL_INTERVAL = 1000;

/**
 * Must be called before an upload looks for existing files, and again when the upload continues after a restart. Waits until no backup is
 * being deleted from the bucket, because a deletion also deletes all files to which no manifest refers.
 */
export async function beginUpload(upload: Upload): Promise<void> {
  const { place, backup, snapshot, service, store, signal } = upload;
  const begun = `begun/${snapshot}`;
  if (store.get(begun) === true) return expectUnfinished(upload);
  const mark: Unfinished = { snapshot, service, begun: new Date(upload.now()).toISOString() };
  await markUnfinished(place, backup, mark, signal);
  while (await isDeleting(place, upload.now(), signal)) {
    upload.report("waiting until a backup has been deleted from the same bucket");
    await sleep(POLL_INTERVAL, undefined, { signal });
  }
  const old = [...store.entries("begun/")].map(([key]): [string, undefined] => [key, undefined]);
  store.write([...old, [begun, true]]);
}

/**
 * Throws if a deletion has removed the marker of the unfinished backup, because the deletion then also removed files of the backup. Called
 * before the manifest is written, so that no manifest names missing files.
 */
export async function expectUnfinished({ place, backup, snapshot, signal }: Upload): Promise<void> {
  if ((await readUnfinished(place, backup, signal))?.snapshot === snapshot) return;
  throw new ReeveError("conflict", `the unfinished backup ${backup} is no longer there (${place.place}); start the backup again`);
}

/** Must be called after the manifest has been written. */
export async function endUpload({ place, backup, snapshot, store, signal }: Upload): Promise<void> {
  await place.delete(unfinishedKey(backup), signal);
  store.write([[`begun/${snapshot}`, undefined]]);
}

/** Returns the marker of an unfinished backup; undefined if there is none. */
export async function readUnfinished(place: ObjectStore, backup: string, signal: AbortSignal): Promise<Unfinished | undefined> {
  const content = await place.get(unfinishedKey(backup), signal);
  if (content === undefined) return undefined;
  try {
    const mark: unknown = JSON.parse(Buffer.from(content).toString("utf8"));
    if (isRecord(mark) && typeof mark.snapshot === "string") return mark as unknown as Unfinished;
  } catch {
    // A marker that cannot be parsed also means that the backup is unfinished.
  }
  return { snapshot: "", service: "", begun: "" };
}

const FOLDER = "~deleting/";

/** Timeout in milliseconds for a whole deletion. */
const TIMEOUT = 15 * 60_000;

/** Milliseconds after which a deletion must have been killed: more than `TIMEOUT`, as the clocks of two machines may differ. */
const STALE = 20 * 60_000;

/**
 * Marks a bucket while backups are deleted from it. A deletion writes its marker and then looks for uploads; an upload writes its marker
 * and then looks for deletions. So if both run at the same time, at least one of them notices the other.
 */
export async function whileMarked<Result>(
  place: ObjectStore,
  now: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  const key = `${FOLDER}${randomUUID()}.json`;
  await place.put(key, Buffer.from(JSON.stringify({ at: new Date(now).toISOString() })), limit);
  try {
    for (const old of await marks(place, limit)) if (old.at <= now - STALE) await place.delete(old.key, limit);
    return await work(limit);
  } finally {
    // The marker is deleted even after a cancellation. If it cannot be deleted, other programs ignore it after a while.
    await place.delete(key, AbortSignal.timeout(10_000)).catch(() => undefined);
  }
}

async function isDeleting(place: ObjectStore, now: number, signal: AbortSignal): Promise<boolean> {
  return (await marks(place, signal)).some(({ at }) => at > now - STALE);
}

async function marks(place: ObjectStore, signal: AbortSignal): Promise<readonly { readonly key: string; readonly at: number }[]> {
  const matches = await place.list(FOLDER, signal);
  return Promise.all(matches.map(async ({ key }) => ({ key, at: timeIn(await place.get(key, signal)) })));
}

/** Returns the time in the marker of a deletion. If it cannot be parsed, the marker counts as old. */
function timeIn(content: Uint8Array | undefined): number {
  try {
    const mark: unknown = JSON.parse(Buffer.from(content ?? []).toString("utf8"));
    const at = isRecord(mark) ? Date.parse(String(mark.at)) : Number.NaN;
    return Number.isNaN(at) ? 0 : at;
  } catch {
    return 0;
  }
}
