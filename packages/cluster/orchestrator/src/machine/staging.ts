import type { StepDraft } from "./plan-run.ts";
import type { InstanceState } from "./run.ts";

/**
 * If the strategy is STAGE, makes the first two steps of an update wait for the command `continue`. The first deployment never waits. Each
 * step updates or removes a node.
 */
export function staged({ record }: InstanceState, steps: readonly StepDraft[]): readonly StepDraft[] {
  if (!record.deployed || strategyOf(record) !== "STAGE") return steps;
  return steps.map((step, index) => (index < 2 ? { ...step, decision: "open" } : step));
}

/**
 * Whether operators cannot control a plan of this instance. In the broker's first two revisions, no plan can be controlled under INSTALL,
 * and the recovery plan cannot be controlled at all.
 */
export function isUncontrolled({ record }: InstanceState, plan: string): boolean {
  const { definition } = record;
  if (definition.kind !== "broker" || definition.revision === "R3") return false;
  // The `partitions` plan is not part of the API documents, so no revision restricts its commands.
  if (plan === "partitions") return false;
  return strategyOf(record) === "INSTALL" || plan === "recovery";
}

/** The broker's setting PHASE_STRATEGY; undefined for other kinds of services. */
function strategyOf({ definition }: InstanceState["record"]): "INSTALL" | "STAGE" | undefined {
  return definition.kind === "broker" ? definition.settings.PHASE_STRATEGY : undefined;
}
