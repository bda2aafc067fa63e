import type { Plan, Step } from "@reeve/scheduler-models";
import type { PlanSource } from "./plan-source.ts";
import { errorsOf, rolloutState, stepAt } from "./rollout.ts";
import type { Watcher } from "./see-through.ts";

/**
 * Watches a plan for what it says of one node, or of all. A plan that was complete before is complete still when nothing has begun: it
 * must be seen to change first, and then to complete.
 */
export function byPlan({ before, show }: PlanSource, node?: string): Watcher {
  const markBefore = markOf(before, node);
  return async (options) => {
    const plan = await show(options);
    const state = rolloutState(plan);
    const begun = markOf(plan, node) !== markBefore;
    const at = stepAt(plan);
    const failed =
      state === "failed" && begun ? (errorsOf(plan)[0] ?? at?.message ?? "the plan has errors") : undefined;
    return {
      begun,
      over: state === "complete",
      missing: at
        ? `${at.step} is ${at.status}${at.message === "" ? "" : `: ${at.message}`}`
        : `the plan is ${plan.status}`,
      plan,
      ...(failed !== undefined && { failed }),
    };
  };
}

/** What a plan says of a node. Other nodes may be recovering, too: what becomes of them says nothing of this one. */
function markOf(plan: Plan, node: string | undefined): string {
  if (node === undefined) return JSON.stringify(plan);
  const steps = plan.phases.flatMap((phase) =>
    phase.steps.filter((step) => isOf(step, node)).map((step) => ({ phase: phase.id, step })),
  );
  return JSON.stringify(steps);
}

/** Steps are named after their node; some servers add the tasks: `name-0:[node]`. */
function isOf({ name }: Step, node: string): boolean {
  return name === node || name.startsWith(`${node}:`);
}
