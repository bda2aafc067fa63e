import { ROLLING_RESTART } from "@reeve/scheduler-models";
import type { StepDraft } from "./plan-run.ts";
import type { InstanceState } from "./run.ts";

/**
 * If the strategy is STAGE, makes the first two steps of an update wait for the command `continue`. The first deployment never waits. Each
 * step updates or removes a node. `before` is the number of steps of the same update that come before these steps.
 */
export function staged({ record }: InstanceState, steps: readonly StepDraft[], before = 0): readonly StepDraft[] {
  if (!record.deployed || strategyOf(record) !== "STAGE") return steps;
  return steps.map((step, index) => (before + index < 2 ? { ...step, decision: "open" } : step));
}

/**
 * Whether operators cannot control a plan of this instance. In the broker's first two revisions, no plan can be controlled under INSTALL,
 * and the recovery plan cannot be controlled at all.
 */
export function isUncontrolled({ record }: InstanceState, plan: string): boolean {
  const { definition } = record;
  if (definition.kind !== "broker" || definition.revision === "R3") return false;
  // These plans are not part of the API documents, so no revision restricts their commands.
  if (plan === "partitions" || plan === ROLLING_RESTART) return false;
  return strategyOf(record) === "INSTALL" || plan === "recovery";
}

/** The broker's setting PHASE_STRATEGY; undefined for other kinds of services. */
function strategyOf({ definition }: InstanceState["record"]): "INSTALL" | "STAGE" | undefined {
  return definition.kind === "broker" ? definition.settings.PHASE_STRATEGY : undefined;
}
