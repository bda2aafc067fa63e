import { isReeveError, ReeveError } from "@reeve/contract";

/** Why a file could not be read or written, as text. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons.get(code) ?? (code || String(error));
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
