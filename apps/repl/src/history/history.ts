import { makeFolder } from "@reeve/profiles";
import { redactLine } from "./redact-line.ts";

/** The number of lines that the file keeps. */
const MAX_LINES = 2_000;

/**
 * Opens the history in a file that only its owner can read. Each run of the shell appends to this file, so that concurrent runs lose no
 * lines. If the file cannot be written, the lines are kept in memory until the shell ends.
 */
export function openHistory(file: string | undefined, redactKnown: (text: string) => string) {
  const lines = file === undefined ? [] : read(file);
  let unwritten: string | undefined;
  let isKept = true;

  /** Called when a command is complete: appends it to the file, and makes it a single line if it can. */
  const flush = (): void => {
    if (unwritten === undefined) return;
    const line = onOneLine(unwritten);
    if (lines[0] === unwritten) lines[0] = line;
    if (file !== undefined) append(file, `${line}\n`);
    unwritten = undefined;
  };
  return {
    /** The lines, newest first, as readline expects them. */
    lines,
    /**
     * Called by readline after each line, with readline's own list of lines. Removes secrets from that list. A line that continues an
     * incomplete command is joined with the lines before it.
     */
    typed: (list: string[], isContinued: boolean): void => {
      const newest = list[0];
      if (newest === undefined) return;
      if (isContinued) {
        // If one line of a command must not be kept, all further lines of this command are dropped, too.
        if (isKept) lines.shift();
      } else {
        flush();
        isKept = !newest.startsWith(" ");
      }
      const kept = isKept ? redactLine(newest, redactKnown) : undefined;
      if (isKept && kept === undefined) isKept = false;
      unwritten = kept;
      if (kept !== undefined && lines[0] !== kept) lines.unshift(kept);
      lines.splice(MAX_LINES);
      list.splice(0, list.length, ...lines);
    },
    flush,
  };
}

/**
 * Joins the lines of a command, because the search of Node's REPL (Ctrl-R) draws and accepts only single lines. Node stores the lines of a
 * command last to first. A command that would not mean the same on one line is kept as it is.
 */
function onOneLine(entry: string): string {
  const lines = entry.split("\r").reverse();
  const isSame = lines.every((line) => !/\/\/|\/\*|`|\b(?:return|break|continue|throw|yield)\s*$|^\s*(?:\+\+|--)/.test(line));
  if (lines.length < 2 || !isSame) return entry;
  const joined = lines.map((line) => line.trim()).join(" ");
  try {
    // Only parses the code. A statement whose end was the end of its line is refused here.
    new (process.getBuiltinModule("node:vm").Script)(`async () => {${joined}\n}`);
    return joined;
  } catch {
    return entry;
  }
}

function read(file: string): string[] {
  const fs = process.getBuiltinModule("node:fs");
  try {
    const all = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
    if (all.length > 2 * MAX_LINES) rewrite(file, all.slice(-MAX_LINES));
    return all.slice(-MAX_LINES).reverse();
  } catch {
    return [];
  }
}

/** Replaces the content of a file that has grown too long with its newest lines, atomically. */
function rewrite(file: string, lines: readonly string[]): void {
  const fs = process.getBuiltinModule("node:fs");
  const temporary = `${file}.${process.pid}`;
  fs.writeFileSync(temporary, `${lines.join("\n")}\n`, { mode: 0o600 });
  fs.renameSync(temporary, file);
}

function append(file: string, text: string): void {
  const fs = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  try {
    makeFolder(dirname(file));
    // A file that other users can read is restricted to its owner before a line is added.
    const descriptor = fs.openSync(file, "a", 0o600);
    fs.fchmodSync(descriptor, 0o600);
    fs.writeSync(descriptor, text);
    fs.closeSync(descriptor);
  } catch {
    // Errors of writing the history are ignored, because they must not disturb the user.
  }
}
