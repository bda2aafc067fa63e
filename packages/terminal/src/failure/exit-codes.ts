import { type ErrorCode, isReeveError } from "@reeve/contract";
import { Unwritten } from "./unwritten.ts";

/**
 * How a command may end: done, a defect of ours, results that could not be written, an error by its code, or a rollout that was waited for
 * and did not complete.
 */
export type Ending = "done" | "defect" | "unwritten" | "rollout-failed" | "still-pending" | ErrorCode;

/** The exit code of each ending: the one table. Scripts rely on it. */
export const exitCodes: Readonly<Record<Ending, number>> = {
  done: 0,
  defect: 1,
  // As with every other program: what went wrong is not what was asked for.
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

/** How a command ends that ends with this error. */
export function endingOf(error: unknown): Ending {
  if (error instanceof Unwritten) return "unwritten";
  if (!isReeveError(error)) return "defect";
  // Another copy of the contract may know codes that this one does not.
  return error.code in exitCodes ? error.code : "defect";
}
