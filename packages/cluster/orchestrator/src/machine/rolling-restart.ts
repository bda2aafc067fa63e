import { ReeveError } from "@reeve/contract";
import { ROLLING_RESTART } from "@reeve/scheduler-models";
import { suggestionFor } from "../messages.ts";
import { targetSpecs } from "./configurations.ts";
import type { Machine } from "./machine.ts";
import { installPlan, type StepDraft } from "./plan-run.ts";
import { isPlanComplete } from "./step.ts";

/**
 * Begins to restart the nodes of a type, or all nodes, one after another in the order of their types. As in every serial plan, a node is
 * stopped only when the engine allows it and no other node is down. Nodes that do not run on purpose are left out.
 */
export function beginRollingRestart(machine: Machine, type: string | undefined): void {
  const { state } = machine;
  const { name } = state.record;
  const current = state.plans.get(ROLLING_RESTART);
  if (current && !isPlanComplete(current))
    throw new ReeveError("conflict", `${name}: a rolling restart is in progress; continue it, or stop it first`);
  const types = targetSpecs(state).map((spec) => spec.type);
  if (type !== undefined && !types.includes(type)) {
    const known = `there are ${types.join(", ")}`;
    throw new ReeveError("bad-input", `type: ${name} has no nodes of the type "${type}"${suggestionFor(type, types)}; ${known}`);
  }
  const phases = types.flatMap((each) => {
    if (type !== undefined && each !== type) return [];
    const nodes = [...state.nodes.values()].map(({ record }) => record).filter((record) => record.podType === each);
    const steps = nodes
      .filter((node) => node.configuration !== undefined && node.leaving === undefined && node.state !== "paused")
      .toSorted((one, other) => one.index - other.index)
      .map(({ id }): StepDraft => ({ name: id, action: { type: "restart", node: id } }));
    return steps.length > 0 ? [{ name: each, strategy: "serial" as const, steps }] : [];
  });
  if (phases.length === 0) throw new ReeveError("conflict", `${name}: no node runs that could be restarted`);
  installPlan(machine, { name: ROLLING_RESTART, strategy: "serial", phases });
}
