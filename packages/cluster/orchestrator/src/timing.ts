import type { NodeLimits } from "./engine.ts";

/** The default limits of a pod type; an engine can set others. */
export const DEFAULT_LIMITS: NodeLimits = { gettingReady: 60, grace: 30, tries: 3, backOff: 1 };

/** The number of milliseconds for which a node must be ready before its earlier failures are forgotten. */
export const STABLE = 60_000;

/** Returns the number of milliseconds to wait before the next launch, after the given number of failures in a row. */
export function launchBackOff(failures: number, limits: NodeLimits): number {
  return Math.min(limits.backOff * 1000 * 2 ** (failures - 1), MAX_BACK_OFF);
}

export const MAX_BACK_OFF = 5 * 60_000;

/**
 * Returns the number of milliseconds until the engine is asked again, after the given number of milliseconds of waiting. The interval is a
 * twentieth of that time, so a step takes at most 5 % longer than necessary, and at most one second.
 */
export function pollInterval(waited: number): number {
  return Math.min(Math.max(10, waited / 20), 1000);
}

/** Milliseconds after which a question to the engine or a request to the runtime is repeated if it has not been answered. */
export const ANSWER_TIMEOUT = 30_000;

/** Milliseconds after which a failed request to the runtime is repeated. */
export const RETRY_INTERVAL = 1000;
