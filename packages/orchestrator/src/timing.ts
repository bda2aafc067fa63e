/** How often a node is launched in a rollout before its step is an error. */
export const TRIES = 3;

/** Milliseconds for which a node that was launched and has not failed is believed to be getting ready. */
export const GETTING_READY = 60_000;

/** Milliseconds after which a node that was ready so long counts as stable: what it died of before is forgotten. */
export const STABLE = 60_000;

/** Seconds that a task has to end by itself. */
export const GRACE = 30;

/** Milliseconds to wait after so many failures in a row. */
export function backOff(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), LONGEST_BACK_OFF);
}

export const LONGEST_BACK_OFF = 5 * 60_000;

/** Milliseconds between one question and the next, by how often it was asked: soon at first, then once a second. */
export function pollInterval(asked: number): number {
  return Math.min(10 * 1.5 ** asked, 1000);
}

/** Milliseconds after which a question that got no answer is asked again. */
export const NO_ANSWER = 30_000;
