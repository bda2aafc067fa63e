import { unwritable } from "./file-failure.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * Puts a file in the place of another at once: whoever reads sees the old one or the new one, whole, even if this machine stops in
 * between. The file is its owner's alone, and so is a folder that has to be made for it.
 */
export function writeJsonFile(path: string, value: unknown): void {
  const fs = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  makeFolder(dirname(path));
  const target = behindLinks(path);
  const draft = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    const file = fs.openSync(draft, "wx", 0o600);
    try {
      fs.writeSync(file, `${JSON.stringify(value, null, 2)}\n`);
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

/** Takes a file away, where there is one. */
export function removeFile(path: string): void {
  process.getBuiltinModule("node:fs").rmSync(path, { force: true });
}

/** People keep such files elsewhere and link to them: the link stays, what it points at is replaced. */
function behindLinks(path: string): string {
  try {
    return process.getBuiltinModule("node:fs").realpathSync(path);
  } catch {
    return path;
  }
}
