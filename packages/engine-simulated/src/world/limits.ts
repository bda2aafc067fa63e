import type { Limits } from "@reeve/orchestrator";

/**
 * The back-off depends on the pace of the simulation. It has a minimum, so that a process that never starts does not keep the machine busy.
 */
export function limitsAtPace(_podType: string, { pace }: { readonly pace: number }): Partial<Limits> {
  return { backOff: Math.max(0.05, pace) };
}
