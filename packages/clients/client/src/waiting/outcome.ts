import { isReeveError, ReeveError } from "@reeve/contract";
import { type Plan, reasonOfStep } from "@reeve/scheduler-models";
import type { RolloutStep } from "./rollout.ts";

/** Why a wait has failed. */
export interface Outcome {
  /**
   * `failed`: the work ended with errors. `pending`: the work was still running at the timeout of the wait. `not-confirmed`: the work was
   * never seen to start. It may have been too fast for the polls, but that does not count as success.
   */
  readonly state: "failed" | "pending" | "not-confirmed";
  /** The reason in one sentence. */
  readonly reason: string;
  /** The step that blocks the work, with its message and the time at which it got its present status. */
  readonly at?: RolloutStep;
  /** The plan as it was last seen. */
  readonly plan?: Plan;
  /** The nodes that came back, if the wait was for several nodes, one after another. */
  readonly done?: readonly string[];
}

/** Creates the error for a failed wait: `rollout-failed` if the work failed, otherwise `still-pending`. */
export function outcomeError(outcome: Outcome): ReeveError {
  const code = outcome.state === "failed" ? "rollout-failed" : "still-pending";
  return new ReeveError(code, outcome.reason, {}, { cause: outcome });
}

/** The outcome of a wait from its error; undefined for other errors. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (!isReeveError(error, "rollout-failed") && !isReeveError(error, "still-pending")) return undefined;
  const { cause } = error;
  return typeof cause === "object" && cause !== null && "state" in cause ? (cause as Outcome) : undefined;
}

/** A step in words, for the end of a sentence. With `now`, also how long the step has had its status. */
export function stepInWords({ step, since, ...at }: RolloutStep, now?: number): string {
  const { status } = at;
  const reason = reasonOfStep({ ...at, name: step });
  const suffix = reason === "" ? "" : `: ${reason}`;
  return `${step} is ${status}${since && now !== undefined ? ` since ${durationInWords(now - since.getTime())}` : ""}${suffix}`;
}

/** A duration for a sentence. */
export function durationInWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
