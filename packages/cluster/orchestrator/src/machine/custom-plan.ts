import { ReeveError } from "@reeve/contract";
import type { CustomPlan } from "../definition/common.ts";
import type { InstanceState, Machine, PlanRun } from "./machine.ts";
import { installPlan, type StepDraft } from "./plan-run.ts";

/** Installs a custom plan, which begins when an operator starts it. */
export function makeCustomPlan(machine: Machine, name: string, { strategy, phases }: CustomPlan): PlanRun {
  return installPlan(machine, {
    name,
    strategy,
    interrupted: true,
    phases: phases.map((phase) => ({
      name: phase.name,
      strategy: phase.strategy,
      steps: phase.steps.map((select) => ({ name: select, action: { type: "select", select } })),
    })),
  });
}

/** Begins a custom plan. Each pattern in the plan is replaced with one step for each node that matches the pattern now. */
export function startCustomPlan(machine: Machine, name: string, { strategy, phases }: CustomPlan): PlanRun {
  return installPlan(machine, {
    name,
    strategy,
    phases: phases.map((phase) => ({
      name: phase.name,
      strategy: phase.strategy,
      steps: phase.steps.flatMap((select) => stepsOf(machine.state, name, select)),
    })),
  });
}

function stepsOf(state: InstanceState, plan: string, select: string): readonly StepDraft[] {
  const [type, pattern = ""] = select.split(" ");
  const ids = [...state.nodes.values()]
    .filter(({ record }) => !state.internal.has(record.podType) && record.leaving === undefined)
    .map(({ record }) => record.id);
  const nodes = matching(pattern, ids);
  if (nodes.length === 0) throw nothingMatches(state.record.name, plan, select);
  return nodes.map((node) => ({
    name: `${type} ${node}`,
    action: { type: type === "replace" ? "replace" : "restart", node },
  }));
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
