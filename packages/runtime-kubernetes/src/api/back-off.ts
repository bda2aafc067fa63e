/** Milliseconds to wait after so many failures in a row: short at first, for an API server that restarts. */
export function backOff(failures: number): number {
  return Math.min(100 * 2 ** (failures - 1), MAX_DELAY);
}

const MAX_DELAY = 5000;
