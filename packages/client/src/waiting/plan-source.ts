import { isReeveError } from "@reeve/contract";
import type { Plan } from "@reeve/scheduler-models";
import type { CallOptions } from "@reeve/transport";
import { showOwnPlan } from "./own-service.ts";
import type { ShowsPlans } from "./watch-plan.ts";

/** Where a plan can be read, and how it was at first. */
export interface PlanSource {
  readonly before: Plan;
  show(options: CallOptions): Promise<Plan>;
}

/** Finds where a plan can be read: in the revision if that has it, else in Reeve's own service. Undefined if neither shows it. */
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

/** The same in Reeve's own service alone. */
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
      // A plan that is missing for a moment, as while the service restarts, counts as unchanged.
      last = (await showOwnPlan(client, plan, call)) ?? last;
      return last;
    },
  };
}

/** Reeve's own service has maintenance plans only after they first ran; it is recognised by the plan that it always has. */
async function notYet(client: object, options: CallOptions): Promise<Plan | undefined> {
  const deploy = await showOwnPlan(client, "deploy", options);
  return deploy && { phases: [], errors: [], status: "COMPLETE" };
}
