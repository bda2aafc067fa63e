import type { ActiveEntries, ActiveStage } from "./active-plan.ts";

/** The rollout as a whole, under either of the names that servers use. */
export function activeStage({ stage, plan }: ActiveEntries): ActiveStage | undefined {
  return stage ?? plan;
}
