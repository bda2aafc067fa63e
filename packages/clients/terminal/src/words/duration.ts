/** A duration for people: `340 ms`, `41 s`, `5 min`, `3 h 12 min`, `2 d 4 h`. */
export function duration(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds));
  if (ms < 1_000) return `${ms} ms`;
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return both(`${hours} h`, minutes % 60, "min");
  return both(`${Math.floor(hours / 24)} d`, hours % 24, "h");
}

/** Elapsed time as on a stopwatch: `00:01:12`. */
export function stopwatch(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(":");
}

/** A number with at least two digits. */
export function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function both(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}
