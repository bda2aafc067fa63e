import { unwritable } from "./file-failure.ts";

/**
 * Makes a folder that only its owner can open, and its parents. They are made one by one, because a recursive `mkdir` of Node never ends if
 * a parent such as `/proc` refuses folders as if it were missing. Throws `bad-input` if the folder cannot be made.
 */
export function makeFolder(path: string): void {
  const fs = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  const isThere = () => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isThere()) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    fs.mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made the folder at the same moment.
    if (isThere()) return;
    // If a parent exists but refuses folders, the system wrongly reports that the parent is missing.
    const isNoPlace = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw unwritable(path, isNoPlace ? "no folder can be made there" : error);
  }
}
