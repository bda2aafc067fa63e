import type { StepDraft } from "./plan-run.ts";
import type { InstanceState } from "./run.ts";

/**
 * Under STAGE an update waits for `continue` before its first node, and again before its second, whether they change or leave; the first deployment
 * does not. `before` is how many nodes come earlier in the same update.
 */
export function staged({ record }: InstanceState, steps: readonly StepDraft[], before = 0): readonly StepDraft[] {
  if (!record.deployed || strategyOf(record) !== "STAGE") return steps;
  return steps.map((step, index) => (before + index < 2 ? { ...step, decision: "open" } : step));
}

/**
 * Whether a plan of this instance cannot be controlled. In the broker's first two revisions controls have no effect under INSTALL, and
 * only the rollout can be named.
 */
export function isUncontrolled({ record }: InstanceState, plan: string): boolean {
  const { definition } = record;
  if (definition.kind !== "broker" || definition.revision === "R3") return false;
  // What Reeve's own API moves is controlled there in every revision.
  if (plan === "partitions") return false;
  return strategyOf(record) === "INSTALL" || plan === "recovery";
}

/** PHASE_STRATEGY, which only brokers have. */
function strategyOf({ definition }: InstanceState["record"]): "INSTALL" | "STAGE" | undefined {
  return definition.kind === "broker" ? definition.settings.PHASE_STRATEGY : undefined;
}
