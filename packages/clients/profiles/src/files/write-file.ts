import { codeOfError, isReeveError, ReeveError } from "@reeve/contract";

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
    throw unwritable(path, codeOfError(error) === "ENOENT" ? "no folder can be made there" : error);
  }
}

/** Why a file could not be read or written, as text. */
export function fileReason(error: unknown): string {
  const code = codeOfError(error) ?? String(error);
  return reasons.get(code) ?? code;
}

/** The error for a file or folder that cannot be written. */
export function unwritable(path: string, thrown: unknown): ReeveError {
  if (isReeveError(thrown)) return thrown;
  return new ReeveError("bad-input", `${path} cannot be written: ${fileReason(thrown)}`);
}

const reasons = new Map([
  ["ENOENT", "there is no such file"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of its path is not a folder"],
  ["EEXIST", "a part of its path is not a folder"],
  ["ENOSPC", "the disk is full"],
  ["EROFS", "the disk cannot be written to"],
]);
