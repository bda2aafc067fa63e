import type { Machine, PlanRun } from "../machine/machine.ts";
import { hasFailed } from "../machine/maintenance.ts";
import { isPlanComplete } from "../machine/step.ts";
import type { EffectContext, EffectController } from "./effects.ts";
import { pollReadiness } from "./poll.ts";

/** Asks the engine to complete unfinished work of earlier changes, once no node is changing and no plan is running. */
export function restController({ machine, cluster, clock }: EffectContext): EffectController {
  let isDue = cluster.atRest !== undefined;
  let cancel: (() => void) | undefined;
  const end = (): void => {
    cancel?.();
    cancel = undefined;
  };
  return {
    reconcile: () => {
      if (!isAtRest(machine)) {
        end();
        isDue = cluster.atRest !== undefined;
      } else if (isDue && !cancel) {
        cancel = pollReadiness(clock, {
          silence: "the engine has not yet answered whether all changes are completed",
          ask: async (signal) => cluster.atRest?.(signal) ?? { ready: true },
          heard: ({ ready }) => {
            if (!ready) return;
            isDue = false;
            end();
          },
        });
      }
    },
    close: () => {
      end();
      isDue = false;
    },
  };
}

/** Whether all nodes that should run are running, and no plan is running or interrupted. */
function isAtRest({ state }: Machine): boolean {
  return state.down.size === 0 && [...state.plans.values()].every(isIdle);
}

/** Whether a plan has ended or never begun. Maintenance that has failed counts as ended. */
function isIdle(plan: PlanRun): boolean {
  if (isPlanComplete(plan) || hasFailed(plan)) return true;
  const [first] = plan.phases;
  const isBegun = plan.next > 0 || plan.active.size > 0 || plan.failed.size > 0 || (first?.next ?? 0) > 0;
  return !isBegun && plan.record.interrupted;
}
