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
