import type { Paint } from "../text/paint.ts";

/** A status in words, for example "in progress" for `IN_PROGRESS`. */
export function statusWords(status: string): string {
  return status.replaceAll("_", " ").toLowerCase();
}

/** The colour of a status: green for done, cyan for in progress, yellow for waiting, red for failed. */
export function paintStatus(words: string, status: string, paint: Paint): string {
  if (status === "COMPLETE") return paint.green(words);
  if (status === "ERROR") return paint.red(words);
  if (status === "PENDING") return paint.dim(words);
  return WAITING.has(status) ? paint.yellow(words) : paint.cyan(words);
}

const WAITING = new Set(["WAITING", "DELAYED", "PAUSED", "PAUSING"]);
