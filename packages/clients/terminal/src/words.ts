import { nearest } from "@reeve/contract";

/** A duration for people: `340 ms`, `41 s`, `5 min`, `3 h 12 min`, `2 d 4 h`. */
export function durationWords(milliseconds: number): string {
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
function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function both(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}

/** A number of bytes: `512 B`, `1.5 KiB`, `2.0 GiB`. */
export function bytes(count: number): string {
  let amount = count;
  let unit = 0;
  // A value that would be rounded to 1024.0 is written in the next unit.
  while (amount >= 1_023.95 && unit < units.length - 1) {
    amount /= 1_024;
    unit++;
  }
  return `${unit === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/** A whole number with a separator for thousands: `12,345`. */
export function grouped(count: number | bigint): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A number of things: `1 step`, `2 steps`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** Words as a list in a sentence: `R1, R2 and R3`. */
export function joinedWords(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Writes times as text. */
export interface TimeWords {
  /** Writes a time. The date may be omitted if it is the date of `now`. */
  at(time: number, now: number): string;
}

/** The format for a terminal: local time such as `02:14:07`, with the date if the day is not that of `now`. */
export function localTime(offsetMinutes: (time: number) => number = offsetOfThisMachine): TimeWords {
  const onTheWall = (time: number) => new Date(time + offsetMinutes(time) * 60_000);
  return {
    at: (time, now) => {
      const wall = onTheWall(time);
      const clock = [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()].map(twoDigits).join(":");
      const [day, today] = [wall, onTheWall(now)].map((date) => date.toISOString().slice(0, 10));
      return day === today ? clock : `${day} ${clock}`;
    },
  };
}

/** The format for pipes and files, for example `2026-11-20T02:14:07Z`. */
export const utcTime: TimeWords = { at: (time) => new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z") };

function offsetOfThisMachine(time: number): number {
  return -new Date(time).getTimezoneOffset();
}

/** A question to append to an error, such as ` Did you mean "orders"?`; empty if no candidate is similar. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}
