import { isReeveError, ReeveError } from "@reeve/contract";

/** The error for an aborted signal: its reason if that is a `ReeveError`, `timed-out` for `AbortSignal.timeout`, otherwise `cancelled`. */
export function cancellationError(signal: AbortSignal | undefined): ReeveError {
  const reason: unknown = signal?.reason;
  if (isReeveError(reason)) return reason;
  const timeout = typeof reason === "object" && reason !== null && "name" in reason && reason.name === "TimeoutError";
  return timeout ? new ReeveError("timed-out", "the caller's timeout passed") : new ReeveError("cancelled", "the caller cancelled");
}
