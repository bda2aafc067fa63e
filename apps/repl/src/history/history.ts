import { makeFolder } from "@reeve/profiles";
import { redactLine } from "./redact-line.ts";

/** What was typed, kept from one run to the next. */
export interface History {
  /** The newest first, as readline wants it. */
  readonly lines: string[];
  /** Told by readline of each line: brings its list to what may be kept. A line that goes on with an unfinished command takes the place of what there is of it. */
  typed(list: string[], isContinued: boolean): void;
  /** Writes what is not written yet. */
  flush(): void;
}

/** So many lines are kept. */
const MOST = 2_000;

/**
 * Opens the history in a file that only its owner may read. Each run adds to it, so that several at once lose nothing of each other. Where it
 * cannot be written, it ends with the session.
 */
export function openHistory(file: string | undefined, redactKnown: (text: string) => string): History {
  const lines = file === undefined ? [] : read(file);
  let unwritten: string | undefined;
  let isKept = true;

  const flush = (): void => {
    if (unwritten !== undefined && file !== undefined) append(file, `${unwritten}\n`);
    unwritten = undefined;
  };
  return {
    lines,
    typed: (list, isContinued) => {
      const newest = list[0];
      if (newest === undefined) return;
      if (isContinued) {
        // Of a command that is not to be kept, nothing that follows is either.
        if (isKept) lines.shift();
      } else {
        flush();
        isKept = !newest.startsWith(" ");
      }
      const kept = isKept ? redactLine(newest, redactKnown) : undefined;
      if (isKept && kept === undefined) isKept = false;
      unwritten = kept;
      if (kept !== undefined && lines[0] !== kept) lines.unshift(kept);
      lines.splice(MOST);
      list.splice(0, list.length, ...lines);
    },
    flush,
  };
}

function read(file: string): string[] {
  const fs = process.getBuiltinModule("node:fs");
  try {
    const all = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
    if (all.length > 2 * MOST) rewrite(file, all.slice(-MOST));
    return all.slice(-MOST).reverse();
  } catch {
    return [];
  }
}

/** Makes a file that has grown long short again, in one step. */
function rewrite(file: string, lines: readonly string[]): void {
  const fs = process.getBuiltinModule("node:fs");
  const beside = `${file}.${process.pid}`;
  fs.writeFileSync(beside, `${lines.join("\n")}\n`, { mode: 0o600 });
  fs.renameSync(beside, file);
}

function append(file: string, text: string): void {
  const fs = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  try {
    makeFolder(dirname(file));
    // A file that other users can read gets its permissions restricted before anything is added.
    const descriptor = fs.openSync(file, "a", 0o600);
    fs.fchmodSync(descriptor, 0o600);
    fs.writeSync(descriptor, text);
    fs.closeSync(descriptor);
  } catch {
    // A history that cannot be kept is no reason to stop anybody.
  }
}
