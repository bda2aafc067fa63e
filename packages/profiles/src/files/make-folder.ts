/**
 * Makes a folder that only its owner may look into, and those around it, one by one: told to make all of them, Node tries for ever where a parent
 * takes no folders and says that it is not there, as `/proc` does.
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
    if (!isThere()) throw error;
  }
}
