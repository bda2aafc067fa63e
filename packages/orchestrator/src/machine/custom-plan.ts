import { ReeveError } from "@reeve/contract";
import type { CustomPlan } from "../definition/common.ts";
import type { Machine } from "./machine.ts";
import { installPlan, type StepDraft } from "./plan-run.ts";
import type { InstanceState, PlanRun } from "./run.ts";

/** Puts a plan of the user's own in its place; nothing of it is begun until it is started. */
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

/** Puts in its place the same plan with a step for each node that its steps mean now, and begins it. */
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

/** The ids that a pattern means: `data-*` is every node of the type `data`. */
export function matching(pattern: string, ids: readonly string[]): readonly string[] {
  // Stars beside each other are one: an expression with many of them in a row would try for ever.
  const expression = new RegExp(`^${pattern.replaceAll(/\*+/g, ".*")}$`);
  return ids.filter((id) => expression.test(id));
}

export function nothingMatches(instance: string, plan: string, select: string): ReeveError {
  return new ReeveError("bad-input", `${instance}: the plan ${plan} says "${select}", and no node is called so`);
}
