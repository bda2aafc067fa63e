/** Milliseconds to wait after a number of failures in a row: short at first, because an API server may just be restarting. */
export function requestBackOff(failures: number): number {
  return Math.min(100 * 2 ** (failures - 1), MAX_DELAY);
}

const MAX_DELAY = 5000;
