import type { Plan, Status, Step } from "@reeve/scheduler-models";

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
    if (phases.some((phase) => phase.status === "ERROR" || phase.steps.some((step) => step.status === "ERROR"))) {
      return "failed";
    }
    return phases.some(({ steps }) => steps.some(isUnderWay)) ? "running" : "complete";
  }
  return status === "WAITING" ? "waiting" : "running";
}

const UNDER_WAY: ReadonlySet<string> = new Set([
  "PENDING",
  "PREPARED",
  "STARTING",
  "STARTED",
  "IN_PROGRESS",
  "DELAYED",
]);

function isUnderWay({ status }: Step): boolean {
  return UNDER_WAY.has(status);
}

/** The step in progress, or the step that blocks the rollout; undefined when all steps are complete. */
export function stepAt({ phases }: Plan): (RolloutStep & { readonly id: string }) | undefined {
  const unfinished = phases.flatMap((phase) =>
    phase.steps.filter(({ status }) => status !== "COMPLETE").map((step) => ({ phase, step })),
  );
  const match =
    unfinished.find(({ step }) => step.status === "ERROR") ??
    unfinished.find(({ step }) => step.status !== "PENDING") ??
    unfinished[0];
  if (!match) return undefined;
  const { id, name, status, message, reason, started_at } = match.step;
  const since = startOf(started_at);
  return {
    id: `${match.phase.id} ${id}`,
    phase: match.phase.name,
    step: name,
    status,
    message,
    ...(reason !== undefined && { reason }),
    ...(since && { since }),
  };
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
