import type { Plan, PlanInput } from "@reeve/scheduler-models";
import type { PollOptions } from "./poll.ts";
import { type PlanWaitOptions, waitForPlan } from "./wait-for-plan.ts";
import { type ShowsPlans, watchPlan } from "./watch-plan.ts";

/** What a client can do with plans that takes more than one call. */
export interface PlanWaits {
  /**
   * Gives a plan as it is, and again each time that it changes, until it is complete or has failed. To stop watching stops nothing else.
   */
  watch(input?: PlanInput, options?: PollOptions): AsyncGenerator<Plan, void, void>;
  /**
   * Waits until a plan is complete and gives it. Throws `rollout-failed` when it ends with errors, and `still-pending` when the wait
   * runs out; `outcomeOf(error)` says at which step it is, since when, and why.
   */
  wait(input?: PlanInput, options?: PlanWaitOptions): Promise<Plan>;
}

/** `watch` and `wait` for the plans of a client. */
export function planWaits(client: ShowsPlans): PlanWaits {
  return {
    watch: (input, options) => watchPlan(client, input, options),
    wait: (input, options) => waitForPlan(client, input, options),
  };
}
