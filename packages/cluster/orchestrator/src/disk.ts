import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a private folder and its parents, one by one. Node's recursive `mkdir` never ends if a parent such as `/proc` refuses new folders.
 */
export function makePrivateFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) makePrivateFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

const MB = 1024 * 1024;

/**
 * Below this free space in megabytes, a disk counts as full. Software that starts on such a disk stops again at once, and may damage what
 * it has already written: a database that cannot finish a file of its commit log begins another one, and later refuses to read both.
 */
const LEAST = 64;

/** Why a disk with so many free bytes is too full for a launch; undefined if it has room. `disk` names the disk in the sentence. */
export function fullDisk(disk: string, free: number): string | undefined {
  return free < LEAST * MB ? `${disk} is full: less than ${LEAST} MB are free; make room on it` : undefined;
}
