import { isReeveError } from "@reeve/contract";
import type { Plan, PlanInput } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { descriptionOf } from "../description.ts";
import { planChanges, withChanges } from "./changes.ts";
import { showOwnPlan } from "./own-service.ts";
import { type PollOptions, poll } from "./poll.ts";
import { rolloutState } from "./rollout.ts";

/** A client that can show plans; clients of every service can. */
export interface ShowsPlans {
  readonly plans: { show(input?: PlanInput, options?: CallOptions): Promise<Plan> };
}

/**
 * Yields a plan, and again each time it changes, until it is complete or has failed. Stopping the watch does not stop the plan. By default
 * the deploy plan is watched.
 */
export function watchPlan(
  client: ShowsPlans,
  input: PlanInput = {},
  options: PollOptions = {},
): AsyncGenerator<Plan, void, void> {
  return stoppable(options.signal, (signal) => changesOf(client, input, { ...options, signal }));
}

async function* changesOf(
  client: ShowsPlans,
  input: PlanInput,
  options: PollOptions,
): AsyncGenerator<Plan, void, void> {
  const notified = withChanges(client, options, planChanges);
  for await (const polled of poll((call) => showAnyPlan(client, input, call), notified)) {
    if ("outage" in polled || !polled.isNew) continue;
    yield polled.seen;
    const state = rolloutState(polled.seen);
    if (state === "complete" || state === "failed") return;
  }
}

/** Shows a plan by a route of the revision, or else, such as `recovery` of a database, by the route of the Reeve service. */
export async function showAnyPlan(client: ShowsPlans, input: PlanInput, options: CallOptions): Promise<Plan> {
  try {
    return await client.plans.show(input, options);
  } catch (thrown) {
    const hasNoRoute = isReeveError(thrown, "not-in-revision") || isReeveError(thrown, "not-found");
    if (!hasNoRoute || input.plan === undefined || !descriptionOf(client)) throw thrown;
    const own = await showOwnPlan(client, input.plan, options);
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
