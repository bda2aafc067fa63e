import { isReeveError, type ReeveError } from "@reeve/contract";

/** What is told of a server that stops answering while it is watched, and of its return. */
export interface Outage {
  /** `down` at each try that fails, `up` once when the server is back. */
  readonly state: "down" | "up";
  readonly since: Date;
  readonly attempts: number;
  /** How the last try failed. */
  readonly error: ReeveError;
}

/** Whether an error says that nobody is there just now, rather than that something is wrong with what was asked. */
export function isOutage(thrown: unknown): thrown is ReeveError {
  if (!isReeveError(thrown)) return false;
  if (thrown.code === "unreachable" || thrown.code === "timed-out") return true;
  return thrown.code === "server-failure" && (thrown.context.status ?? 0) >= 400;
}
