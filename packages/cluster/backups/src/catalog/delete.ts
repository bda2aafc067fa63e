import type { BackupKeys } from "../keys/backup-keys.ts";
import { CONTENT, contentKey, filesOf, manifestKey } from "../layout/manifest.ts";
import type { ObjectStore, StoredObject } from "../object-store/object-store.ts";
import { inParallel } from "../parallel.ts";
import { entriesOf } from "./entries.ts";
import { DAMAGED } from "./reuse.ts";
import { markUnfinished, unfinishedKey, whileMarked } from "./unfinished.ts";

/** What was deleted. `left` is the reason why unneeded files still exist; undefined if there are none. */
interface Deleted {
  readonly files: number;
  readonly bytes: number;
  readonly left: string | undefined;
}

/** What a deletion needs to know. */
export interface Deleting {
  readonly keys: BackupKeys;
  readonly now: number;
  readonly signal: AbortSignal;
}

const AT_ONCE = 8;

/**
 * Deletes backups, and then all files to which no manifest refers, including those that were left by interrupted deletions. Such files are
 * kept while another backup is unfinished or unreadable, because that backup may need them. Manifests are deleted first, so that no backup
 * seems complete without its files.
 */
export function deleteBackups(place: ObjectStore, backups: readonly string[], { keys, now, signal }: Deleting): Promise<Deleted> {
  return whileMarked(place, now, signal, async (limit) => {
    let files = 0;
    let bytes = 0;
    const remove = (objects: readonly StoredObject[]) =>
      inParallel(objects, AT_ONCE, async (object) => {
        await place.delete(object.key, limit);
        files++;
        bytes += object.bytes;
      });
    for (const backup of backups) {
      // The backup is first marked as unfinished, so that it can be deleted again if this deletion is interrupted.
      await markUnfinished(place, backup, { snapshot: "", service: "", begun: new Date(now).toISOString() }, limit);
      const own = await place.list(`${backup}/`, limit);
      const turn = ({ key }: StoredObject) => [manifestKey(backup), unfinishedKey(backup)].indexOf(key);
      await remove(own.filter((object) => turn(object) === 0));
      await remove(own.filter((object) => turn(object) === -1));
      await remove(own.filter((object) => turn(object) === 1));
    }
    const entries = await entriesOf(place, keys, limit);
    const unclear = entries.find(({ status }) => status !== "complete");
    if (unclear) {
      const left = `${unclear.backup} is ${unclear.status} and may need these files; delete it, or try again when it is complete`;
      const shared = (await place.folders(limit)).includes(CONTENT);
      return { files, bytes, left: shared ? left : undefined };
    }
    const needed = new Set(
      entries.flatMap((entry) => (entry.status === "complete" ? filesOf(entry.manifest).map(({ object }) => object) : [])),
    );
    await remove((await place.list(`${CONTENT}/`, limit)).filter(({ key }) => !needed.has(key)));
    const markers = await place.list(DAMAGED, limit);
    for (const { key } of markers) {
      if (!needed.has(contentKey({ sha256: key.slice(DAMAGED.length) }))) await place.delete(key, limit);
    }
    return { files, bytes, left: undefined };
  });
}
