import type { Limits } from "@reeve/orchestrator/engine";

/**
 * Multiplies the back-off by the pace of the simulation. The result has a minimum, because a process that never starts would otherwise keep
 * the machine busy.
 */
export function limitsAtPace(_podType: string, { pace }: { readonly pace: number }): Partial<Limits> {
  return { backOff: Math.max(0.05, pace) };
}
