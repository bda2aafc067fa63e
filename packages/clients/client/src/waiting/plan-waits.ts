import { isReeveError } from "@reeve/contract";
import { type Plan, type PlanInput, reasonOfStep } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { descriptionOf } from "../description.ts";
import { planChangeEvents, withChanges } from "./changes.ts";
import { showOwnPlan } from "./plan-source.ts";
import { HOUR, type PollOptions, poll, type WaitOptions } from "./poll.ts";
import { errorsOf, followRollout, type Outcome, outcomeError, type RolloutProgress, rolloutState, stepInWords } from "./rollout.ts";
import { systemTime } from "./time.ts";

/** How to wait until a plan is complete. */
export interface PlanWaitOptions extends WaitOptions {
  /**
   * The plan as it was before the work was requested. While the server still shows it unchanged, the work has not begun, even if the plan
   * is complete.
   */
  readonly differentFrom?: Plan;
}

/**
 * Waits until a plan is complete and returns it. Throws `rollout-failed` if it ends with errors, and `still-pending` on timeout.
 * `outcomeOf(error)` returns the step at which the plan stopped, the time at which the step got its present status, and the reason.
 */
export async function waitForPlan(client: ShowsPlans, input: PlanInput = {}, options: PlanWaitOptions = {}): Promise<Plan> {
  const { within = HOUR, onProgress, differentFrom, time = systemTime } = options;
  const name = input.plan ?? "deploy";
  const follow = followRollout();
  const before = differentFrom && JSON.stringify(differentFrom);
  let last: RolloutProgress | undefined;
  let seen = false;
  let trouble = "";
  const notified = withChanges(client, options, planChangeEvents);
  for await (const polled of poll((call) => showAnyPlan(client, input, call), notified, { within })) {
    trouble = "outage" in polled ? polled.outage.error.message : "";
    if ("outage" in polled) continue;
    seen = true;
    const progress = follow(polled.seen, time.now());
    if (before !== undefined && JSON.stringify(polled.seen) === before) continue;
    if (polled.isNew) onProgress?.(progress);
    last = progress;
    if (progress.state === "complete") return polled.seen;
    if (progress.state === "failed") throw outcomeError(failure(name, progress, time.now()));
  }
  const outcome = last ? pending(name, last, time.now()) : unseen(name, seen);
  throw outcomeError(trouble === "" ? outcome : { ...outcome, reason: `${outcome.reason}; just now: ${trouble}` });
}

/** The outcome of a wait for a plan that ended with errors. */
function failure(name: string, progress: RolloutProgress, now: number): Outcome {
  const [firstError] = errorsOf(progress.plan);
  const { at } = progress;
  // A server that words its errors well names the step and its reason there already.
  const why = at && reasonOfStep({ ...at, name: at.step });
  const isNamed = at && why && firstError?.includes(at.step) && firstError.includes(why);
  const where = at && !isNamed ? stepInWords(at, now) : undefined;
  const reason = `the ${name} plan has failed: ${[firstError, where].filter((each) => each !== undefined).join("; ") || "the server does not say why"}`;
  return { ...ofProgress(progress), state: "failed", reason };
}

function pending(name: string, progress: RolloutProgress, now: number): Outcome {
  const { state, done, total, at } = progress;
  const how = state === "waiting" ? "waits to be continued" : "is not complete";
  const where = at ? stepInWords(at, now) : "its steps are complete, but the plan itself is not";
  return { ...ofProgress(progress), state: "pending", reason: `the ${name} plan ${how} (${done} of ${total} steps): ${where}` };
}

function unseen(name: string, answered: boolean): Outcome {
  const reason = answered
    ? `the ${name} plan did not change: the work may not have started`
    : `the ${name} plan could not be read before the timeout: the server did not answer`;
  return { state: "not-confirmed", reason };
}

function ofProgress({ plan, at }: RolloutProgress): Pick<Outcome, "plan" | "at"> {
  return { plan, ...(at && { at }) };
}

/** A client that can show plans; clients of every service can. */
export interface ShowsPlans {
  readonly plans: { show(input?: PlanInput, options?: CallOptions): Promise<Plan> };
}

/**
 * Yields a plan, and again each time it changes, until it is complete or has failed. Stopping the watch does not stop the plan. By default
 * the deploy plan is watched.
 */
export function watchPlan(client: ShowsPlans, input: PlanInput = {}, options: PollOptions = {}): AsyncGenerator<Plan, void, void> {
  return stoppable(options.signal, (signal) => changesOf(client, input, { ...options, signal }));
}

async function* changesOf(client: ShowsPlans, input: PlanInput, options: PollOptions): AsyncGenerator<Plan, void, void> {
  const notified = withChanges(client, options, planChangeEvents);
  for await (const polled of poll((call) => showAnyPlan(client, input, call), notified)) {
    if ("outage" in polled || !polled.isNew) continue;
    yield polled.seen;
    const state = rolloutState(polled.seen);
    if (state === "complete" || state === "failed") return;
  }
}

/** Shows a plan by a route of the revision, or else, such as `recovery` of a database, by the route of the Reeve service. */
async function showAnyPlan(client: ShowsPlans, input: PlanInput, options: CallOptions): Promise<Plan> {
  try {
    return await client.plans.show(input, options);
  } catch (thrown) {
    const hasNoRoute = isReeveError(thrown, "not-in-revision") || isReeveError(thrown, "not-found");
    // Every revision has a route for `deploy`: a server that has none at this path speaks another revision.
    const { plan = "deploy" } = input;
    if (!hasNoRoute || plan === "deploy" || !descriptionOf(client)) throw thrown;
    const own = await showOwnPlan(client, plan, options);
    if (!own) throw thrown;
    return own;
  }
}

/**
 * Creates a generator that can be stopped at once; an ordinary generator stops only at its next value. Stopping aborts the signal that was
 * passed to `start`.
 */
function stoppable<Value>(
  caller: AbortSignal | undefined,
  start: (signal: AbortSignal) => AsyncGenerator<Value, void, void>,
): AsyncGenerator<Value, void, void> {
  const ended = new AbortController();
  let isStopped = false;
  const run = async function* (): AsyncGenerator<Value, void, void> {
    const abort = () => ended.abort(caller?.reason);
    if (caller?.aborted) abort();
    caller?.addEventListener("abort", abort, { once: true });
    try {
      yield* start(ended.signal);
    } catch (thrown) {
      if (!isStopped) throw thrown;
    } finally {
      caller?.removeEventListener("abort", abort);
    }
  };
  const generator = run();
  const { return: end } = generator;
  return Object.assign(generator, {
    return: (value: undefined) => {
      isStopped = true;
      ended.abort();
      return end.call(generator, value);
    },
  });
}

/** Methods that follow plans over several calls. */
export interface PlanWaits {
  /** Yields a plan, and again each time it changes, until it is complete or has failed. Stopping the watch does not stop the plan. */
  watch(input?: PlanInput, options?: PollOptions): AsyncGenerator<Plan, void, void>;
  /**
   * Waits until a plan is complete and returns it. Throws `rollout-failed` if it ends with errors, and `still-pending` on timeout.
   * `outcomeOf(error)` returns the step at which the plan stopped, the time at which the step got its present status, and the reason.
   */
  wait(input?: PlanInput, options?: PlanWaitOptions): Promise<Plan>;
}

/** Makes `watch` and `wait` for the plans of a client. */
export function planWaits(client: ShowsPlans): PlanWaits {
  return {
    watch: (input, options) => watchPlan(client, input, options),
    wait: (input, options) => waitForPlan(client, input, options),
  };
}
