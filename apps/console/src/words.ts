import { durationWords } from "@reeve/terminal";

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

/** A duration such as `41 s`, `5 min`, `3 h 12 min` or `2 d 4 h`. It changes once a second at most. */
export function durationText(milliseconds: number): string {
  return milliseconds < 1000 ? "0 s" : durationWords(milliseconds);
}

/** A time in ISO 8601, UTC, such as `2026-01-31T12:00:05Z`. A text that is no time stays as it is. */
export function timeText(time: Date | string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : `${date.toISOString().slice(0, 19)}Z`;
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
