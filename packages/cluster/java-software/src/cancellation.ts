import { isReeveError, ReeveError } from "@reeve/contract";

/** The error of an aborted operation: the signal's reason if that is a ReeveError, otherwise `timed-out` or `cancelled`. */
export function cancellation({ reason }: AbortSignal): ReeveError {
  if (isReeveError(reason)) return reason;
  if (reason instanceof Error && reason.name === "TimeoutError") {
    return new ReeveError("timed-out", "the caller's timeout passed");
  }
  return new ReeveError("cancelled", "the caller cancelled");
}
