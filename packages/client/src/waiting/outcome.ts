import { isReeveError, ReeveError } from "@reeve/contract";
import { type Plan, reasonOf } from "@reeve/scheduler-models";
import type { RolloutStep } from "./rollout.ts";

/** How a wait failed. */
export interface Outcome {
  /**
   * `failed`: it ended with errors. `pending`: it was still running when the wait timed out. `not-confirmed`: it was never seen to start,
   * perhaps because it finished too quickly; that is not a success.
   */
  readonly state: "failed" | "pending" | "not-confirmed";
  /** In one sentence. */
  readonly reason: string;
  /** The step that blocks it, since when, and its message. */
  readonly at?: RolloutStep;
  /** The plan as it was last seen. */
  readonly plan?: Plan;
  /** The nodes that are done, if several were handled one by one. */
  readonly done?: readonly string[];
}

/** The error for a wait that failed: `rollout-failed`, or `still-pending` for the other two. */
export function outcomeError(outcome: Outcome): ReeveError {
  const code = outcome.state === "failed" ? "rollout-failed" : "still-pending";
  return new ReeveError(code, outcome.reason, {}, { cause: outcome });
}

/** The outcome of a wait from its error; undefined for errors of another kind. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (!isReeveError(error, "rollout-failed") && !isReeveError(error, "still-pending")) return undefined;
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "state" in cause ? (cause as Outcome) : undefined;
}

/** A step as the end of a sentence; with `now`, also how long it has had its status. */
export function placeOf({ step, since, ...at }: RolloutStep, now?: number): string {
  const { status } = at;
  const reason = reasonOf({ ...at, name: step });
  const suffix = reason === "" ? "" : `: ${reason}`;
  return `${step} is ${status}${since && now !== undefined ? ` since ${duration(now - since.getTime())}` : ""}${suffix}`;
}

/** A duration for a sentence. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
