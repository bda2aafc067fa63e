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
  return {
    write: (line, durable = false) => {
      if (size > largest) {
        closeSync(file);
        renameSync(path, `${path}.1`);
        file = openSync(path, "a", 0o600);
        size = 0;
      }
      size += writeSync(file, `${line}\n`);
      if (durable) fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}
