import { isReeveError, ReeveError } from "@reeve/contract";

/** What is thrown where a signal has ended something: its reason, where that is one of ours. */
export function cancellation({ reason }: AbortSignal): ReeveError {
  if (isReeveError(reason)) return reason;
  if (reason instanceof Error && reason.name === "TimeoutError") {
    return new ReeveError("timed-out", "the caller's limit of time ran out");
  }
  return new ReeveError("cancelled", "the caller gave up");
}
