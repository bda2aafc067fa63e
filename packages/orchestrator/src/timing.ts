import type { Limits } from "./engine.ts";

/** What the nodes of a pod type are given unless their engine says otherwise. */
export const DEFAULT_LIMITS: Limits = { gettingReady: 60, grace: 30, tries: 3 };

/** Milliseconds after which a node that was ready so long counts as stable: what it died of before is forgotten. */
export const STABLE = 60_000;

/** Milliseconds to wait after so many failures in a row. */
export function backOff(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), LONGEST_BACK_OFF);
}

export const LONGEST_BACK_OFF = 5 * 60_000;

/** Milliseconds between one question and the next, by how often it was asked: soon at first, then once a second. */
export function pollInterval(asked: number): number {
  return Math.min(10 * 1.5 ** asked, 1000);
}

/** Milliseconds after which a question or a request that got no answer is sent again. */
export const ANSWER_TIMEOUT = 30_000;

/** Milliseconds until something that a runtime could not do is asked of it again. */
export const RETRY_INTERVAL = 1000;
