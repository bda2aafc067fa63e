import { isReeveError, ReeveError } from "@reeve/contract";

/**
 * The error for an aborted signal: the reason if it is one of our errors, `timed-out` for `AbortSignal.timeout`, `cancelled` for anything
 * else.
 */
export function cancellationError(signal: AbortSignal | undefined): ReeveError {
  const reason: unknown = signal?.reason;
  if (isReeveError(reason)) return reason;
  const timeout = typeof reason === "object" && reason !== null && "name" in reason && reason.name === "TimeoutError";
  return timeout
    ? new ReeveError("timed-out", "the caller's timeout passed")
    : new ReeveError("cancelled", "the caller cancelled");
}
