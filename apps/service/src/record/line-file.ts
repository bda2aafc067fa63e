import { closeSync, fdatasyncSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

/** A file that lines are added to, for its owner's eyes only. */
export interface LineFile {
  /** Adds a line; a durable one is on the disk when this returns. Throws where it cannot be written. */
  write(line: string, durable?: boolean): void;
  close(): void;
}

/** A file of this size is put aside; the one that was put aside before is given up. */
const LARGEST = 50 * 1024 * 1024;

export function openLineFile(path: string, largest = LARGEST): LineFile {
  let file = openSync(path, "a", 0o600);
  let size = fstatSync(file).size;
  let tryAt = largest;

  function putAside(): void {
    renameIfThere(path, `${path}.1`);
    const full = file;
    file = openSync(path, "a", 0o600);
    size = 0;
    tryAt = largest;
    closeSync(full);
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

/** It is not there when somebody took it away, or when it was put aside and no next one could be opened. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
