import { defined, isReeveError, ReeveError } from "@reeve/contract";
import { type Plan, reasonOfStep, type Status } from "@reeve/scheduler-models";

/** The state of a plan in one word. */
export type RolloutState = "complete" | "failed" | "waiting" | "running";

/** The current step of a rollout. */
export interface RolloutStep {
  readonly phase: string;
  readonly step: string;
  readonly status: Status;
  readonly message: string;
  /** Why the step waits or failed, if the server sends a reason besides the message. */
  readonly reason?: string | null;
  /** When the step's status began: the time that the server sends, or the time of the poll that first showed the status. */
  readonly since?: Date;
}

/** The progress of a rollout. */
export interface RolloutProgress {
  readonly plan: Plan;
  readonly state: RolloutState;
  /** The number of complete steps. */
  readonly done: number;
  readonly total: number;
  /** The step in progress, or the step that blocks the rollout; undefined when all steps are complete. */
  readonly at?: RolloutStep;
}

/**
 * Whether a rollout has ended, waits for an operator, or is in progress. The status COMPLETE alone does not decide: with a step or phase in
 * ERROR the plan has failed, and with a step in progress it is still running.
 */
export function rolloutState({ status, errors, phases }: Plan): RolloutState {
  if (status === "ERROR" || errors.length > 0) return "failed";
  if (status === "COMPLETE") {
    if (phases.some((phase) => phase.status === "ERROR" || phase.steps.some((step) => step.status === "ERROR"))) return "failed";
    return phases.some(({ steps }) => steps.some(({ status }) => UNDER_WAY.has(status))) ? "running" : "complete";
  }
  return status === "WAITING" ? "waiting" : "running";
}

const UNDER_WAY: ReadonlySet<string> = new Set(["PENDING", "PREPARED", "STARTING", "STARTED", "IN_PROGRESS", "DELAYED"]);

/** The step in progress, or the step that blocks the rollout; undefined when all steps are complete. */
export function stepAt({ phases }: Plan): (RolloutStep & { readonly id: string }) | undefined {
  const unfinished = phases.flatMap((phase) => phase.steps.filter(({ status }) => status !== "COMPLETE").map((step) => ({ phase, step })));
  const match =
    unfinished.find(({ step }) => step.status === "ERROR") ?? unfinished.find(({ step }) => step.status !== "PENDING") ?? unfinished[0];
  if (!match) return undefined;
  const { phase } = match;
  const { id, name: step, status, message, reason, started_at } = match.step;
  return defined({ id: `${phase.id} ${id}`, phase: phase.name, step, status, message, reason, since: startOf(started_at) });
}

/**
 * Follows a rollout across polls. If the server sends no times, the returned function remembers which poll first showed a step's current
 * status.
 */
export function followRollout(): (plan: Plan, now: number) => RolloutProgress {
  let before = "";
  let since = 0;
  return (plan, now) => {
    const statuses = plan.phases.flatMap(({ steps }) => steps.map(({ status }) => status));
    const done = statuses.filter((status) => status === "COMPLETE").length;
    const progress = { plan, state: rolloutState(plan), done, total: statuses.length };
    const result = stepAt(plan);
    if (!result) return progress;
    const { id, ...at } = result;
    const mark = `${id} ${at.status}`;
    if (mark !== before) since = now;
    before = mark;
    return { ...progress, at: { since: new Date(since), ...at } };
  };
}

/** The errors of a plan, as the server wrote them. */
export function errorsOf({ errors }: Plan): readonly string[] {
  return errors.map((error) => (typeof error === "string" ? error : JSON.stringify(error)));
}

function startOf(text: string | null | undefined): Date | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : new Date(time);
}

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
