import type { ActiveEntries, ActiveStage } from "./active-plan.ts";

/** The rollout as a whole, under either of its names. */
export function activeStage({ stage, plan }: ActiveEntries): ActiveStage | undefined {
  return stage ?? plan;
}
