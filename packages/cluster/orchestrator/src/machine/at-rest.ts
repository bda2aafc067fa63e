import type { Machine } from "./machine.ts";
import { hasFailed } from "./maintenance.ts";
import type { PlanRun } from "./run.ts";
import { isPlanComplete } from "./status.ts";

/** Whether all nodes that should run are running, and no plan is running or interrupted. */
export function isAtRest({ state }: Machine): boolean {
  return state.down.size === 0 && [...state.plans.values()].every(isIdle);
}

/** Whether a plan has ended or never begun. Maintenance that has failed counts as ended. */
function isIdle(plan: PlanRun): boolean {
  if (isPlanComplete(plan) || hasFailed(plan)) return true;
  const [first] = plan.phases;
  const isBegun = plan.next > 0 || plan.active.size > 0 || plan.failed.size > 0 || (first?.next ?? 0) > 0;
  return !isBegun && plan.record.interrupted;
}
