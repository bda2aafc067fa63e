import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { recordIn } from "../state/read.ts";
import { inWords } from "../state/state-folder.ts";

/** When the file reaches this size in bytes, the entries of changes that have ended are removed. */
const MAX_BYTES = 1024 * 1024;

/** Changes in progress. With a path, they are stored on disk, so that they are known even after the process was killed. */
export function openAsked<Entry extends { readonly id: string }>(path: string | undefined) {
  const entries = new Map<string, Entry>();
  const file = path === undefined ? undefined : inWords(path, "opened", () => openSync(path, "a+", 0o600));
  const text = path === undefined ? "" : inWords(path, "read", () => readFileSync(path, "utf8"));
  for (const line of text.split("\n")) {
    const read = recordIn(line) as (Entry & { readonly over?: true }) | undefined;
    if (read?.id === undefined) continue;
    if (read.over) entries.delete(read.id);
    else entries.set(read.id, read);
  }
  let size = MAX_BYTES;
  const left = [...entries.values()];
  entries.clear();

  /** Each entry begins with a line break, so that it has its own line even if a full disk has cut the previous entry short. */
  const write = (value: object) => {
    if (file !== undefined) size += writeSync(file, `\n${JSON.stringify(value)}`);
  };
  const tidy = () => {
    if (file !== undefined) ftruncateSync(file);
    size = 0;
    for (const entry of entries.values()) write(entry);
  };
  return {
    /** The entries of an earlier process for changes that began, and whose end was never recorded. */
    left: left as readonly Entry[],
    current: () => entries.values(),
    /** Removes the entries of changes that have ended, and all entries of an earlier process. */
    tidy,
    /** Adds an entry; throws if it cannot be written. */
    add: (entry: Entry): void => {
      if (size >= MAX_BYTES) tidy();
      write(entry);
      // The change must not be done before its entry is on the disk.
      if (file !== undefined) fdatasyncSync(file);
      entries.set(entry.id, entry);
    },
    remove: (id: string): void => {
      if (!entries.delete(id)) return;
      try {
        write({ id, over: true });
      } catch {
        // The end of the change could not be written here. The next start of the service therefore reports the change as interrupted,
        // although the audit log also contains its result.
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file);
    },
  };
}
