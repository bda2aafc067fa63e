import type { ActiveEntries, ActiveStage } from "./active-plan.ts";

/** The rollout as a whole, under whichever name the server gives it. */
export function activeStage({ stage, plan }: ActiveEntries): ActiveStage | undefined {
  return stage ?? plan;
}
