import { type ErrorCode, isReeveError } from "@reeve/contract";
import { isOutputError } from "./output-error.ts";

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
