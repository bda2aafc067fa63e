import { unwritable } from "./file-failure.ts";

/**
 * Makes a folder that only its owner may open, and its parents, one by one: with `recursive`, Node loops for ever where a parent takes no
 * folders and reports that it is missing, as `/proc` does. Throws `bad-input` if the folder cannot be made.
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
    // Another process may have made it at the same moment.
    if (isThere()) return;
    // Where a parent exists but takes no folders, the system reports that it is missing.
    const isNoPlace = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw unwritable(path, isNoPlace ? "no folder can be made there" : error);
  }
}
