import { appendFileSync } from "node:fs";
import { readTextIfThere, recordIn } from "../state/read.ts";
import { chainOf, withChain } from "./chain.ts";
import { type LineFileLimits, openLineFile } from "./line-file.ts";

/** How many entries are kept in memory at least. */
export const MAX_ENTRIES = 1000;

/** A file of entries that also keeps the newest entries in memory. With `chained`, each entry has a digest that covers all earlier ones. */
export function remembered<Entry extends object>(
  path: string | undefined,
  limits: LineFileLimits,
  { chained = false }: { readonly chained?: boolean } = {},
) {
  const recent: Entry[] = path === undefined ? [] : lastEntries<Entry>(path);
  const file = path === undefined ? undefined : openLineFile(path, limits);
  let last = chained ? chainOf(recent.at(-1) ?? (path === undefined ? [] : lastEntries(`${path}.1`)).at(-1)) : "";
  return {
    recent: recent as readonly Entry[],
    /** Writes an entry, and returns it with its digest. */
    keep: (entry: Entry, durable: boolean): Entry => {
      const kept = chained ? withChain(entry, last) : entry;
      file?.write(JSON.stringify(kept), durable);
      if (chained) last = chainOf(kept);
      recent.push(kept);
      if (recent.length > MAX_ENTRIES * 2) recent.splice(0, recent.length - MAX_ENTRIES);
      return kept;
    },
    /** Throws if the file cannot be written. */
    probe: () => file?.write("", true),
    close: () => file?.close(),
  };
}

/**
 * Reads the entries of an earlier process. If a kill has cut a line short, ends that line, so that the next entry starts on its own line.
 */
function lastEntries<Entry extends object>(path: string): Entry[] {
  const text = readTextIfThere(path) ?? "";
  if (text !== "" && !text.endsWith("\n")) endLine(path);
  const lines = text.split("\n").slice(-MAX_ENTRIES - 1);
  return lines.flatMap((line) => (recordIn(line) as Entry | undefined) ?? []);
}

function endLine(path: string): void {
  try {
    appendFileSync(path, "\n");
  } catch {
    // The disk is full, so the broken line stays. The next entry is appended to this line, and readers skip it.
  }
}
