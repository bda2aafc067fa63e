import type { Limits } from "./engine.ts";

/** The default limits of a pod type; an engine can set others. */
export const DEFAULT_LIMITS: Limits = { gettingReady: 60, grace: 30, tries: 3, backOff: 1 };

/** Milliseconds for which a node must have been ready before its earlier failures are forgotten. */
export const STABLE = 60_000;

/** Returns the milliseconds to wait before the next launch, after this many failures in a row. */
export function backOff(failures: number, limits: Limits): number {
  return Math.min(limits.backOff * 1000 * 2 ** (failures - 1), MAX_BACK_OFF);
}

export const MAX_BACK_OFF = 5 * 60_000;

/**
 * Returns the milliseconds until the engine is asked again, given the number of earlier questions: short intervals at first, later one
 * second.
 */
export function pollInterval(asked: number): number {
  return Math.min(10 * 1.5 ** asked, 1000);
}

/** Milliseconds after which a question to the engine or a request to the runtime is repeated if it has not been answered. */
export const ANSWER_TIMEOUT = 30_000;

/** Milliseconds after which a failed request to the runtime is repeated. */
export const RETRY_INTERVAL = 1000;
