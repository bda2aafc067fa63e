import type { StepDraft } from "./plan-run.ts";
import type { InstanceState } from "./run.ts";

/** Under STAGE an update waits for a person before its first node, and again before its second; the first deployment does not. */
export function staged({ record }: InstanceState, steps: readonly StepDraft[]): readonly StepDraft[] {
  if (!record.deployed || strategyOf(record) !== "STAGE") return steps;
  return steps.map((step, index) => (index < 2 ? { ...step, decision: "open" } : step));
}

/**
 * Whether a plan of this instance cannot be controlled: nothing pauses under INSTALL, and the controls have no effect; and only the broker's last
 * revision has a way to ask for another plan than the rollout.
 */
export function isUncontrolled({ record }: InstanceState, plan: string): boolean {
  const { definition } = record;
  if (strategyOf(record) === "INSTALL") return true;
  return plan === "recovery" && definition.kind === "broker" && definition.revision !== "R3";
}

/** PHASE_STRATEGY, which binds the first two revisions of the broker's API. */
function strategyOf({ definition }: InstanceState["record"]): "INSTALL" | "STAGE" | undefined {
  if (definition.kind !== "broker" || definition.revision === "R3") return undefined;
  return definition.settings.PHASE_STRATEGY;
}
