import { isReeveError, ReeveError } from "@reeve/contract";

/**
 * The error of a caller who gives up by a signal. Who aborts it with an error of ours says what it is; `AbortSignal.timeout` is a limit of
 * time that the caller has set, and anything else a change of mind.
 */
export function cancellationError(signal: AbortSignal | undefined): ReeveError {
  const reason: unknown = signal?.reason;
  if (isReeveError(reason)) return reason;
  const timeout = typeof reason === "object" && reason !== null && "name" in reason && reason.name === "TimeoutError";
  return timeout
    ? new ReeveError("timed-out", "the caller's limit of time ran out")
    : new ReeveError("cancelled", "the caller gave up");
}
