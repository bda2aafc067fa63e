import { isReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { showOwnPlan } from "./own-service.ts";
import type { ShowsPlans } from "./watch-plan.ts";

/** How to read a plan, and the plan as it was before the work. */
export interface PlanSource {
  readonly before: Plan;
  show(options: CallOptions): Promise<Plan>;
}

/**
 * Finds out how to read a plan: by a route of the revision, or else from the Reeve service. Undefined if the plan cannot be read in either
 * way.
 */
export async function planSource(
  client: ShowsPlans,
  plan: string,
  options: CallOptions,
): Promise<PlanSource | undefined> {
  try {
    const show = (call: CallOptions) => client.plans.show({ plan }, call);
    return { before: await show(options), show };
  } catch (thrown) {
    if (!isReeveError(thrown, "not-in-revision") && !isReeveError(thrown, "not-found")) throw thrown;
  }
  return ownPlanSource(client, plan, options);
}

/** Like `planSource`, but uses only the Reeve service. */
export async function ownPlanSource(
  client: object,
  plan: string,
  options: CallOptions,
): Promise<PlanSource | undefined> {
  const before = (await showOwnPlan(client, plan, options)) ?? (await notYet(client, options));
  if (!before) return undefined;
  let last = before;
  return {
    before,
    show: async (call) => {
      // If the plan is missing for a moment, for instance while the service restarts, the plan counts as unchanged.
      last = (await showOwnPlan(client, plan, call)) ?? last;
      return last;
    },
  };
}

/**
 * In the Reeve service, a maintenance plan exists only after its first run. Until then, the deploy plan, which always exists, proves that
 * the server is the Reeve service.
 */
async function notYet(client: object, options: CallOptions): Promise<Plan | undefined> {
  const deploy = await showOwnPlan(client, "deploy", options);
  return deploy && { phases: [], errors: [], status: "COMPLETE" };
}
