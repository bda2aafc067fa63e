import { ReeveError } from "@reeve/contract";
import type { CustomPlan } from "../definition/common.ts";
import type { InstanceState, Machine, PlanRun } from "./machine.ts";
import { installPlan, type PlanDraft, type StepDraft } from "./plan-run.ts";

/** Installs a custom plan, which begins when an operator starts it. */
export function makeCustomPlan(machine: Machine, name: string, plan: CustomPlan): PlanRun {
  const pattern = (select: string): readonly StepDraft[] => [{ name: select, action: { type: "select", select } }];
  return installPlan(machine, { ...draftOf(name, plan, pattern), interrupted: true });
}

/** Begins a custom plan. Each pattern in the plan is replaced with one step for each node that matches the pattern now. */
export function startCustomPlan(machine: Machine, name: string, plan: CustomPlan): PlanRun {
  return installPlan(
    machine,
    draftOf(name, plan, (select) => stepsOf(machine.state, name, select)),
  );
}

function draftOf(name: string, { strategy, phases }: CustomPlan, steps: (select: string) => readonly StepDraft[]): PlanDraft {
  return { name, strategy, phases: phases.map((phase) => ({ ...phase, steps: phase.steps.flatMap(steps) })) };
}

function stepsOf(state: InstanceState, plan: string, select: string): readonly StepDraft[] {
  const [type, pattern = ""] = select.split(" ");
  const ids = [...state.nodes.values()]
    .filter(({ record }) => !state.internal.has(record.podType) && record.leaving === undefined)
    .map(({ record }) => record.id);
  const nodes = matching(pattern, ids);
  if (nodes.length === 0) throw nothingMatches(state.record.name, plan, select);
  return nodes.map((node) => ({ name: `${type} ${node}`, action: { type: type === "replace" ? "replace" : "restart", node } }));
}

/** The ids that match a pattern: `data-*` is every node of the type `data`. */
export function matching(pattern: string, ids: readonly string[]): readonly string[] {
  // Consecutive stars become one, because a regular expression with many stars would backtrack for too long.
  const expression = new RegExp(`^${pattern.replaceAll(/\*+/g, ".*")}$`);
  return ids.filter((id) => expression.test(id));
}

export function nothingMatches(instance: string, plan: string, select: string): ReeveError {
  return new ReeveError("bad-input", `${instance}: the plan ${plan} selects "${select}", which matches no node`);
}
