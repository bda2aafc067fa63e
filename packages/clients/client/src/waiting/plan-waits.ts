import type { Plan, PlanInput } from "@reeve/scheduler-models";
import type { PollOptions } from "./poll.ts";
import { type PlanWaitOptions, waitForPlan } from "./wait-for-plan.ts";
import { type ShowsPlans, watchPlan } from "./watch-plan.ts";

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
