import { isReeveError, type ReeveError } from "@reeve/contract";

/** Reported when a watched server stops answering, and when it answers again. */
export interface Outage {
  /** `down` is reported after each failed attempt, `up` once when the server is back. */
  readonly state: "down" | "up";
  readonly since: Date;
  readonly attempts: number;
  /** The error of the last attempt. */
  readonly error: ReeveError;
}

/** Whether an error means that the server cannot be reached now, rather than that the request is wrong. */
export function isOutage(thrown: unknown): thrown is ReeveError {
  if (!isReeveError(thrown)) return false;
  if (thrown.code === "unreachable" || thrown.code === "timed-out") return true;
  return thrown.code === "server-failure" && (thrown.context.status ?? 0) >= 400;
}
