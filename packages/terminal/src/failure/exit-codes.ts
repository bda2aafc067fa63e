import { type ErrorCode, isReeveError } from "@reeve/contract";
import { OutputError } from "./output-error.ts";

/**
 * How a command ends: done, with a bug, with output that could not be written, with an error by its code, or with a rollout that did not
 * complete.
 */
export type Ending = "done" | "defect" | "unwritten" | "rollout-failed" | "still-pending" | ErrorCode;

/** The exit code of each ending. Scripts rely on it. */
export const exitCodes: Readonly<Record<Ending, number>> = {
  done: 0,
  defect: 1,
  // 1, as in other programs: the output could not be written, but the operation itself did not fail.
  unwritten: 1,
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

/** The ending of a command with this error. */
export function endingOf(error: unknown): Ending {
  if (error instanceof OutputError) return "unwritten";
  if (!isReeveError(error)) return "defect";
  // A newer copy of the contract may have codes that are unknown here.
  return error.code in exitCodes ? error.code : "defect";
}
