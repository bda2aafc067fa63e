import type { Store } from "@reeve/orchestrator/engine";
import { contentKey, type StoredFile } from "../layout/manifest.ts";
import { contentDigestOf, type ObjectStore } from "../object-store/object-store.ts";
import type { Upload } from "./unfinished.ts";

/** The number of days in which daily backups read every stored file that they use again. */
const DAYS = 14;

const DAY = 86_400_000;

/** The folder of markers for files that a check or a restore has found damaged. */
export const DAMAGED = "~damaged/";

/** Decides whether a backup may use files that earlier backups have stored. */
export interface Reuse {
  /**
   * Whether the bucket already contains a file. A share of the files is read to make sure; all files were read after two weeks of daily
   * backups. Files that a check or a restore has found damaged count as missing, so that they are stored again.
   */
  isStored(file: Pick<StoredFile, "bytes" | "sha256">): Promise<boolean>;
  /** Must be called after a file was stored. */
  stored(file: Pick<StoredFile, "sha256">): Promise<void>;
  /** Must be called when all files are stored, so that the next backup reads the next share. */
  end(): void;
}

interface ReuseOptions extends Pick<Upload, "place" | "signal"> {
  /** The store that records when files were last read. */
  readonly store: Store;
  /** The node whose files are backed up. */
  readonly node: string;
  readonly now: number;
}

export async function reuseOf({ place, store, node, now, signal }: ReuseOptions): Promise<Reuse> {
  const record = `read/${node} ${place.place}`;
  const last = store.get(record);
  const since = typeof last === "number" ? last : now - DAY;
  const damaged = new Set((await place.list(DAMAGED, signal)).map(({ key }) => key));
  return {
    async isStored(file) {
      const key = contentKey(file);
      if ((await place.size(key, signal)) !== file.bytes || damaged.has(markerOf(file))) return false;
      if (!isDue(file.sha256, since, now)) return true;
      const content = await place.getContent(key, signal);
      return content !== undefined && (await contentDigestOf(content, signal)).sha256 === file.sha256;
    },
    async stored(file) {
      if (damaged.has(markerOf(file))) await place.delete(markerOf(file), signal);
    },
    end: () => store.write([[record, now]]),
  };
}

/** Marks a stored file as damaged, so that the next backup stores it again. */
export async function markDamaged(place: ObjectStore, sha256: string, signal: AbortSignal): Promise<void> {
  // The keys for the bucket may allow reading only.
  await place.put(markerOf({ sha256 }), Buffer.from("{}"), signal).catch(() => undefined);
}

const markerOf = ({ sha256 }: Pick<StoredFile, "sha256">) => `${DAMAGED}${sha256}`;

/** Whether the time at which a file is read again lies between two times. Every file has its own time, which repeats after `DAYS`. */
export function isDue(sha256: string, since: number, now: number): boolean {
  const period = DAYS * DAY;
  const own = (Number.parseInt(sha256.slice(0, 8), 16) / 2 ** 32) * period;
  return Math.floor((now - own) / period) > Math.floor((since - own) / period);
}
