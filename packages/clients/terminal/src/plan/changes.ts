import { type Phase, type Plan, reasonOfStep, type Step } from "@reeve/scheduler-models";
import { shown } from "../text/style.ts";
import { countOf } from "../words.ts";
import { isQuiet, type PlanView, planError, reasonToShow, statusWords, stepsDone } from "./plan-view.ts";

/**
 * The changes between two states of a plan, one per line with a time, for pipes and logs. If there is no earlier state, returns the whole
 * plan.
 */
export function planChanges(before: Plan | undefined, after: Plan, view: PlanView): readonly string[] {
  const { name, now, times, style } = view;
  const known = stepsOf(before);
  const whole = wholePlan(before, after);
  // The state of a new plan is printed before its steps. Later changes of the plan's state are printed after those of its steps.
  const isFirst = before === undefined || isOther(before, after);
  const changes = isFirst ? [...whole] : [];
  for (const phase of after.phases) {
    for (const step of phase.steps) {
      const change = stepChange(known.get(keyOf(phase, step)), step);
      if (change !== undefined) changes.push(`${phase.name}/${step.name}  ${change}`);
    }
  }
  if (!isFirst) changes.push(...whole);
  const knownErrors = new Set(before?.errors.map(planError));
  for (const error of after.errors.map(planError)) if (!knownErrors.has(error)) changes.push(`error: ${error}`);
  return changes.map((line) => `${times.at(now, now)}  ${shown(`${name}  ${line}`, style)}`);
}

function wholePlan(before: Plan | undefined, after: Plan): readonly string[] {
  const isNew = before !== undefined && isOther(before, after);
  if (before && !isNew && before.status === after.status) return [];
  const { done, all } = stepsDone(after);
  const summary = `${statusWords(after.status)}  ${done} of ${countOf(all, "step")}`;
  return [isNew ? `${summary}  (a new rollout)` : summary];
}

/** Describes what has changed about a step. A new step is described only if it needs attention. */
function stepChange(before: Step | undefined, step: Step): string | undefined {
  const { status } = step;
  if (before ? before.status === status && reasonOfStep(before) === reasonOfStep(step) : isQuiet(step)) return undefined;
  return [statusWords(status), step.purpose ?? "", reasonToShow(step)].filter((part) => part !== "").join("  ");
}

function stepsOf(plan: Plan | undefined): ReadonlyMap<string, Step> {
  const pairs = plan?.phases.flatMap((phase) => phase.steps.map((step) => [keyOf(phase, step), step] as const));
  return new Map(pairs);
}

function keyOf(phase: Phase, step: Step): string {
  return JSON.stringify([phase.id, step.id]);
}

function isOther(before: Plan, after: Plan): boolean {
  return phasesOf(before) !== phasesOf(after);
}

function phasesOf({ phases }: Plan): string {
  return JSON.stringify(phases.map(({ id }) => id));
}
