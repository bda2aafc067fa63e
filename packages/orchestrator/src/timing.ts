import type { Limits } from "./engine.ts";

/** The limits of a pod type's nodes unless their engine has others. */
export const DEFAULT_LIMITS: Limits = { gettingReady: 60, grace: 30, tries: 3 };

/** Milliseconds for which a node has to be ready to count as stable; then earlier deaths are forgotten. */
export const STABLE = 60_000;

/** Milliseconds to wait after this many failures in a row. */
export function backOff(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), MAX_BACK_OFF);
}

export const MAX_BACK_OFF = 5 * 60_000;

/** Milliseconds between two questions, by the number of earlier ones: short at first, then a second. */
export function pollInterval(asked: number): number {
  return Math.min(10 * 1.5 ** asked, 1000);
}

/** Milliseconds after which a question or a request without an answer is sent again. */
export const ANSWER_TIMEOUT = 30_000;

/** Milliseconds until a request that failed is sent to the runtime again. */
export const RETRY_INTERVAL = 1000;
