import { codeOfError, type ErrorCode, isReeveError } from "@reeve/contract";
import { jsonLine } from "./output/formats.ts";
import { wrapSentence } from "./text/fit.ts";
import { type Style, shown } from "./text/style.ts";

/** Advice on what the user can do next, by ending. */
export type Hints = Readonly<Partial<Record<Ending, string>>>;

/** Hints for users of the command line. Errors whose message already contains advice have no hint. */
export const commandHints: Hints = {
  defect: "This is a defect of Reeve. Please report it with the output of -v.",
  unauthenticated: "reeve login gets a new token; reeve whoami shows which token is used.",
  forbidden: "reeve whoami shows who you are logged in as.",
  "server-failure": "-v shows requests and answers.",
  "unexpected-response": "-v shows the answer; reeve doctor shows whether this is the address of a cluster.",
  unreachable: "reeve doctor shows which check fails.",
  "untrusted-certificate": "reeve login --trust shows the authority and asks whether to trust it; or give --ca FILE.",
  "timed-out": "--request-timeout and --timeout allow more time; reeve doctor shows which check fails.",
  "rollout-failed": "If the work is part of a plan, use plans show to see which step failed, and why.",
  "still-pending": "The work continues; use --timeout to wait longer. If it is part of a plan, use plans show to see the plan's state.",
};

/** An error as lines: its message, one line for each of several mistakes, and a hint if there is one. The lines contain no stack trace. */
export function explain(error: unknown, style: Style, hints: Hints = commandHints): readonly string[] {
  const hint = hints[endingOf(error)];
  const room = style.width - MARK.length - 1;
  const sentences = messageOf(error).trimEnd().split(/\r?\n/);
  const sentence = sentences.flatMap((line) => wrapSentence(shown(line, style), room));
  const advice = hint === undefined ? [] : wrapSentence(hint, room).map(style.paint.dim);
  return [...sentence, ...advice].map((line, index) =>
    index === 0 ? `${style.paint.red(MARK)} ${line}` : `${" ".repeat(MARK.length)} ${line}`,
  );
}

const MARK = "error:";

/** An error for programs, as one line of JSON with the code, the exit code and the context. */
export function explainJson(error: unknown, hints: Hints = commandHints, exitCode = exitCodeOf(error)): string {
  const code = endingOf(error);
  const context = isReeveError(error) ? error.context : {};
  return jsonLine({ error: { code, message: messageOf(error), exitCode, hint: hints[code], ...context } });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" ? error.name : error.message;
}

/** How a command ends: done, a defect, output that could not be written, an error with its own code, or a rollout that did not complete. */
export type Ending = "done" | "defect" | "unwritten" | "changes" | "rollout-failed" | "still-pending" | ErrorCode;

/** The exit code for each ending. Scripts rely on these codes. */
export const exitCodes: Readonly<Record<Ending, number>> = {
  done: 0,
  defect: 1,
  // The operation itself succeeded, but its output could not be written. Other programs also exit with 1 in this case.
  unwritten: 1,
  // Only commands that compare a definition end with this code. Their bad input has the code 1 (see `exitCodeOf`).
  changes: 2,
  "bad-input": 2,
  "not-in-revision": 3,
  unauthenticated: 4,
  forbidden: 5,
  "not-found": 6,
  conflict: 7,
  "server-failure": 8,
  "unexpected-response": 9,
  unreachable: 10,
  "untrusted-certificate": 11,
  "timed-out": 12,
  "rollout-failed": 13,
  "still-pending": 14,
  cancelled: 130,
};

/** How a command with this error ends. */
export function endingOf(error: unknown): Ending {
  if (isOutputError(error)) return "unwritten";
  if (!isReeveError(error)) return "defect";
  // A newer version of the contract may have error codes that are unknown here.
  return error.code in exitCodes ? error.code : "defect";
}

/**
 * The exit code of a command with this error. If 2 means that a comparison has found changes, bad input has the code 1, so that scripts can
 * tell them apart.
 */
export function exitCodeOf(error: unknown, compares = false): number {
  const ending = endingOf(error);
  return compares && ending === "bad-input" ? exitCodes.defect : exitCodes[ending];
}

/** The error for output that could not be written. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  /** `more` is appended to the message, and tells whether the operation itself was done. */
  constructor(cause: unknown, more = "") {
    super(outputErrorMessage(codeOfError(cause) ?? String(cause)) + more, { cause });
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
