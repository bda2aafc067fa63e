import { defined } from "@reeve/contract";
import type { Plan, Step } from "@reeve/scheduler-models";
import type { Watcher } from "./completion.ts";
import type { PlanSource } from "./plan-source.ts";
import { errorsOf, rolloutState, stepAt, stepInWords } from "./rollout.ts";

/**
 * Watches a plan for one node or for all nodes. The plan may still be complete from earlier work, so it must first change and then
 * complete.
 */
export function byPlan({ before, show }: PlanSource, node?: string): Watcher {
  const markBefore = markOf(before, node);
  return async (options) => {
    const whole = await show(options);
    const plan = (node === undefined ? undefined : partOf(whole, node)) ?? whole;
    const state = rolloutState(plan);
    const started = markOf(whole, node) !== markBefore;
    const at = stepAt(plan);
    const failed = state === "failed" && started ? (errorsOf(plan)[0] ?? at?.message ?? "the plan has errors") : undefined;
    const missing = at ? stepInWords(at) : `the plan is ${plan.status}`;
    return defined({ started, finished: state === "complete", missing, plan, failed });
  };
}

/** Identifies the state of a plan, to detect changes. */
function markOf(plan: Plan, node: string | undefined): string {
  if (node === undefined) return JSON.stringify(plan);
  return JSON.stringify(partOf(plan, node)?.phases.map(({ id, steps }) => ({ id, steps })));
}

/**
 * The part of a plan that concerns one node; undefined if there is none. Only this part is watched, because other nodes may recover or fail
 * at the same time.
 */
function partOf(plan: Plan, node: string): Plan | undefined {
  const phases = plan.phases
    .map((phase) => ({ ...phase, steps: phase.steps.filter((step) => isOf(step, node)) }))
    .filter(({ steps }) => steps.length > 0);
  const statuses = phases.flatMap(({ steps }) => steps.map(({ status }) => status));
  if (statuses.length === 0) return undefined;
  if (statuses.includes("ERROR")) return { ...plan, phases, status: "ERROR" };
  if (statuses.every((status) => status === "COMPLETE")) return { ...plan, phases, errors: [], status: "COMPLETE" };
  return { ...plan, phases, errors: [], status: plan.status === "WAITING" ? "WAITING" : "IN_PROGRESS" };
}

/** Whether a step belongs to a node. Steps are named after their nodes; some servers append the tasks: `name-0:[node]`. */
function isOf({ name }: Step, node: string): boolean {
  return name === node || name.startsWith(`${node}:`);
}
