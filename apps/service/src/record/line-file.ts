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

/** A file that lines are added to, for its owner's eyes only. */
export interface LineFile {
  /** Adds a line; a durable one is on the disk when this returns. Throws where it cannot be written. */
  write(line: string, durable?: boolean): void;
  close(): void;
}

/** How much of a file's past is kept. */
export interface LineFileLimits {
  /** Bytes after which a file is put aside. */
  readonly largest: number;
  /** So many files that were put aside are kept, however old they are. */
  readonly least: number;
  /** So many are kept as long as they are younger than these days. */
  readonly most: number;
  readonly days: number;
}

/** `open` gives the number of a file that can be added to. */
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
          // Lines are worth more than a file of the right size. It is tried again when there is a tenth more of them.
          tryAt = size + largest / 10;
        }
      }
      size += writeSync(file, `${line}\n`);
      if (durable) fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}

/** Takes away what is beyond the least that is kept and older than the days. */
function dropOld(path: string, { least, most, days }: LineFileLimits): void {
  for (let number = least + 1; number <= most; number++) {
    const aside = `${path}.${number}`;
    const at = statSync(aside, { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined && Date.now() - at > days * DAY) rmSync(aside, { force: true });
  }
  // What an earlier, higher limit has left.
  for (let number = most + 1; existsSync(`${path}.${number}`); number++) rmSync(`${path}.${number}`, { force: true });
}

const DAY = 86_400_000;

/** It is not there when somebody took it away, or when it was put aside and no next one could be opened. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
