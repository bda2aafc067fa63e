import { setTimeout as sleep } from "node:timers/promises";
import { isRecord, ReeveError } from "@reeve/contract";
import type { Store } from "@reeve/orchestrator";
import type { ObjectStore } from "../object-store/object-store.ts";
import { isDeleting } from "./deleting.ts";

/** What stands under the name of a backup until it is complete: files that it found in the store are not deleted meanwhile. */
export interface Unfinished {
  readonly snapshot: string;
  readonly service: string;
  /** When it began. */
  readonly begun: string;
}

/** Its key. */
export const unfinishedKey = (backup: string): string => `${backup}/unfinished.json`;

/** Writes the mark. */
export async function markUnfinished(
  place: ObjectStore,
  backup: string,
  mark: Unfinished,
  signal: AbortSignal,
): Promise<void> {
  await place.put(unfinishedKey(backup), Buffer.from(JSON.stringify(mark)), signal);
}

/** A backup that is being written. */
export interface Upload {
  readonly place: ObjectStore;
  readonly backup: string;
  /** Tells two backups of the same name apart. */
  readonly snapshot: string;
  readonly service: string;
  /** Remembers over restarts of the service that the upload has begun. */
  readonly store: Store;
  readonly signal: AbortSignal;
  now(): number;
  report(message: string): void;
}

const POLL_INTERVAL = 1000;

/**
 * To be called before the first file is looked for, and again where the upload continues. Waits while backups are deleted from the same
 * bucket, because that deletes files that no manifest names.
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

/** To be called before the manifest is written: whoever deleted the unfinished backup has deleted files of it. */
export async function expectUnfinished({ place, backup, snapshot, signal }: Upload): Promise<void> {
  if ((await readUnfinished(place, backup, signal))?.snapshot === snapshot) return;
  throw new ReeveError("conflict", `the unfinished backup ${backup} was deleted meanwhile; start it again`);
}

/** To be called after the manifest was written. */
export async function endUpload({ place, backup, snapshot, store, signal }: Upload): Promise<void> {
  await place.delete(unfinishedKey(backup), signal);
  store.write([[`begun/${snapshot}`, undefined]]);
}

/** The mark of an unfinished backup; undefined where there is none. */
export async function readUnfinished(
  place: ObjectStore,
  backup: string,
  signal: AbortSignal,
): Promise<Unfinished | undefined> {
  const content = await place.get(unfinishedKey(backup), signal);
  if (content === undefined) return undefined;
  try {
    const mark: unknown = JSON.parse(Buffer.from(content).toString("utf8"));
    if (isRecord(mark) && typeof mark.snapshot === "string") return mark as unknown as Unfinished;
  } catch {
    // What cannot be read still marks a backup as unfinished.
  }
  return { snapshot: "", service: "", begun: "" };
}
