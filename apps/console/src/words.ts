/** A status in words, such as "in progress" for `IN_PROGRESS`. */
export function statusText(status: string): string {
  return status.replaceAll("_", " ").toLowerCase();
}

/** What a status or state means to a user. The tone determines colour and icon. */
export type Tone = "good" | "busy" | "waiting" | "bad" | "quiet";

export function toneOf(status: string): Tone {
  return tones[status.toUpperCase()] ?? "busy";
}

const tones: Readonly<Record<string, Tone>> = {
  COMPLETE: "good",
  RUNNING: "good",
  NORMAL: "good",
  ERROR: "bad",
  FAILED: "bad",
  PENDING: "quiet",
  ABSENT: "quiet",
  NONE: "quiet",
  UNKNOWN: "quiet",
  WAITING: "waiting",
  DELAYED: "waiting",
  PAUSED: "waiting",
  PAUSING: "waiting",
};

/** A duration such as `41 s`, `5 min`, `3 h 12 min` or `2 d 4 h`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? both(hours, "h", minutes % 60, "min") : both(Math.floor(hours / 24), "d", hours % 24, "h");
}

function both(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}

/** A time in ISO 8601, UTC, such as `2026-01-31T12:00:05Z`. A text that is no time stays as it is. */
export function timeText(time: Date | string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : `${date.toISOString().slice(0, 19)}Z`;
}

/** An amount of bytes such as `1.5 GiB`. */
export function bytesText(amount: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = amount;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** A number with its noun, such as `1 node` or `3 nodes`. */
export function countText(count: number, word: string): string {
  return `${numberText(count)} ${word}${count === 1 ? "" : "s"}`;
}

/** A number with separators, such as `10,000`. */
export function numberText(count: number): string {
  return count.toLocaleString("en");
}

/** Compares names so that `broker-2` comes before `broker-10`. */
export function byName(one: string, other: string): number {
  return collator.compare(one, other);
}

/** One collator serves all comparisons, because making a collator takes longer than sorting. */
const collator = new Intl.Collator("en", { numeric: true });

/** The first part of the addresses of the service's own pages. No instance can have this name. */
export const OWN = "reeve";

/** Makes the address of a page, such as `#/kafka/topics/orders`. */
export function linkTo(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
