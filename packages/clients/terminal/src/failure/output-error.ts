/** The error for output that could not be written. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  /** `more` is appended to the message, and tells whether the operation itself was done. */
  constructor(cause: unknown, more = "") {
    super(outputErrorMessage(codeOf(cause)) + more, { cause });
  }
}

/** Tells whether output could not be written. The name is compared, because this package may be installed twice in one program. */
export function isOutputError(error: unknown): error is OutputError {
  return error instanceof Error && error.name === "OutputError";
}

/** The message for a system error code. */
export function outputErrorMessage(code: string): string {
  return `the result could not be written: ${reasons.get(code) ?? code}`;
}

const reasons = new Map([
  ["ENOSPC", "no space left"],
  ["EDQUOT", "your disk quota is used up"],
  ["EFBIG", "the file would be too large"],
  ["EIO", "the disk failed"],
  ["EROFS", "the disk is read-only"],
]);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
