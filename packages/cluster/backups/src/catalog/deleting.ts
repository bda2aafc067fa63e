import { randomUUID } from "node:crypto";
import { isRecord } from "@reeve/contract";
import type { ObjectStore } from "../object-store/object-store.ts";

const FOLDER = "~deleting/";

/** Timeout in milliseconds for a whole deletion. */
const TIMEOUT = 15 * 60_000;

/**
 * The age in milliseconds from which a deletion's marker is ignored, because the deletion must have been killed. The age exceeds `TIMEOUT`,
 * because the clocks of two machines may differ.
 */
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

/** Whether backups are being deleted from a bucket. */
export async function isDeleting(place: ObjectStore, now: number, signal: AbortSignal): Promise<boolean> {
  return (await marks(place, signal)).some(({ at }) => at > now - STALE);
}

async function marks(
  place: ObjectStore,
  signal: AbortSignal,
): Promise<readonly { readonly key: string; readonly at: number }[]> {
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
