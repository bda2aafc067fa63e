import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { inWords } from "../state/state-folder.ts";

/** An append-only file that only its owner can read. */
export interface LineFile {
  /** Appends a line; a durable one is on the disk when this returns. Throws where it cannot be written. */
  write(line: string, durable?: boolean): void;
  close(): void;
}

/** How many rotated files are kept. */
export interface LineFileLimits {
  /** Bytes after which a file is rotated. */
  readonly largest: number;
  /** The number of rotated files that are kept whatever their age. */
  readonly least: number;
  /** The number of rotated files that are kept while they are younger than the days. */
  readonly most: number;
  readonly days: number;
}

/** `open` returns a descriptor for appending. */
export function openLineFile(
  path: string,
  limits: LineFileLimits,
  open: (path: string) => number = (each) => openSync(each, "a", 0o600),
): LineFile {
  const { largest } = limits;
  let file = inWords(path, "opened", () => open(path));
  let size = fstatSync(file).size;
  let tryAt = largest;

  function putAside(): void {
    for (let number = limits.most - 1; number >= 1; number--)
      renameIfThere(`${path}.${number}`, `${path}.${number + 1}`);
    renameIfThere(path, `${path}.1`);
    const full = file;
    file = open(path);
    size = 0;
    tryAt = largest;
    closeSync(full);
    dropOld(path, limits);
  }

  return {
    write: (line, durable = false) => {
      if (size > tryAt) {
        try {
          putAside();
        } catch {
          // Lines matter more than the size of a file, so a rotation that fails is tried again after another tenth.
          tryAt = size + largest / 10;
        }
      }
      size += writeSync(file, `${line}\n`);
      if (durable) fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

/** Deletes rotated files that are too many and too old. */
function dropOld(path: string, { least, most, days }: LineFileLimits): void {
  for (let number = least + 1; number <= most; number++) {
    const aside = `${path}.${number}`;
    const at = statSync(aside, { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined && Date.now() - at > days * DAY) rmSync(aside, { force: true });
  }
  // Files of an earlier, higher limit.
  for (let number = most + 1; existsSync(`${path}.${number}`); number++) rmSync(`${path}.${number}`, { force: true });
}

const DAY = 86_400_000;

/** The file is missing when it was deleted, or when the next one could not be opened after a rotation. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
