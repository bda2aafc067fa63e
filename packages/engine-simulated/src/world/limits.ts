import type { Limits } from "@reeve/orchestrator";

/**
 * Multiplies the back-off by the pace of the simulation, down to a minimum. Without the minimum, a process that never starts would keep the
 * machine busy.
 */
export function limitsAtPace(_podType: string, { pace }: { readonly pace: number }): Partial<Limits> {
  return { backOff: Math.max(0.05, pace) };
}
