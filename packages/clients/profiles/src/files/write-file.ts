import { unwritable } from "./file-failure.ts";
import { makeFolder } from "./make-folder.ts";

/** Replaces a file with JSON. Only the owner can read the file. If the folder is new, only the owner can open it. */
export function writeJsonFile(path: string, value: unknown): void {
  const { dirname } = process.getBuiltinModule("node:path");
  makeFolder(dirname(path));
  replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, 0o600);
}

/** Replaces a file atomically: readers see the old or the new content, even after a crash. Without a mode, the file keeps its own. */
export function replaceFile(path: string, content: string, mode?: number): void {
  const fs = process.getBuiltinModule("node:fs");
  const target = behindLinks(path);
  const draft = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    const file = fs.openSync(draft, "wx", 0o600);
    try {
      fs.writeFileSync(file, content);
      fs.fchmodSync(file, mode ?? fs.statSync(target).mode & 0o7777);
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    fs.renameSync(draft, target);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw unwritable(path, error);
  }
}

/** Removes a file if it exists. */
export function removeFile(path: string): void {
  process.getBuiltinModule("node:fs").rmSync(path, { force: true });
}

/** Resolves links, because users may link such files to other places: the link stays, and the file that it leads to is replaced. */
function behindLinks(path: string): string {
  try {
    return process.getBuiltinModule("node:fs").realpathSync(path);
  } catch {
    return path;
  }
}
