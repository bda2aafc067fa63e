import { closeSync, existsSync, fdatasyncSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { codeOfError } from "@reeve/contract";
import { inWords } from "../state/state-folder.ts";

/** Limits for rotated files. */
export interface LineFileLimits {
  /** The size in bytes at which a file is rotated. */
  readonly largest: number;
  /** The number of rotated files that are always kept. */
  readonly least: number;
  /** The maximum number of rotated files. Those beyond `least` are only kept if they are younger than `days`. */
  readonly most: number;
  readonly days: number;
}

/** Opens a file for appending lines, which only its owner can read. `open` opens the path and returns the file descriptor. */
export function openLineFile(path: string, limits: LineFileLimits, open: (path: string) => number = (each) => openSync(each, "a", 0o600)) {
  const { largest } = limits;
  let file = inWords(path, "opened", () => open(path));
  let size = fstatSync(file).size;
  let tryAt = largest;

  function putAside(): void {
    for (let number = limits.most - 1; number >= 1; number--) renameIfThere(`${path}.${number}`, `${path}.${number + 1}`);
    renameIfThere(path, `${path}.1`);
    const full = file;
    file = open(path);
    size = 0;
    tryAt = largest;
    closeSync(full);
    dropOld(path, limits);
  }

  return {
    /** Appends a line. With `durable`, the line is on the disk when this method returns. Throws if the line cannot be written. */
    write: (line: string, durable = false): void => {
      if (size > tryAt) {
        try {
          putAside();
        } catch {
          // If a rotation fails, lines are still written, because they matter more than the size of the file. The rotation is tried again
          // when the file has grown by a tenth.
          tryAt = size + largest / 10;
        }
      }
      size += writeSync(file, `${line}\n`);
      if (durable) fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

function dropOld(path: string, { least, most, days }: LineFileLimits): void {
  for (let number = least + 1; number <= most; number++) {
    const aside = `${path}.${number}`;
    const at = statSync(aside, { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined && Date.now() - at > days * DAY) rmSync(aside, { force: true });
  }
  // Older files may exist if the limit was higher before.
  for (let number = most + 1; existsSync(`${path}.${number}`); number++) rmSync(`${path}.${number}`, { force: true });
}

const DAY = 86_400_000;

/** Renames a file if it exists. The file is missing if it was deleted, or if no new file could be opened after the last rotation. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOfError(error) !== "ENOENT") throw error;
  }
}
