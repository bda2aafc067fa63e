import { unwritable } from "./file-failure.ts";

/**
 * Makes a folder that only its owner may look into, and those around it, one by one: told to make all of them, Node tries for ever where a parent
 * takes no folders and says that it is not there, as `/proc` does.
 * Throws `bad-input` where there can be none.
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
    // Somebody else may have made it at the same moment.
    if (isThere()) return;
    // Where a parent is there, and still nothing can be in it, the system calls it missing.
    const isNoPlace = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw unwritable(path, isNoPlace ? "no folder can be made there" : error);
  }
}
