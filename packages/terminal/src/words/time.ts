import { twoDigits } from "./duration.ts";

/** Writes points in time. */
export interface TimeWords {
  /** A point in time; where it is of the day of `now`, the day may be left out. */
  at(time: number, now: number): string;
}

/** For people at a terminal: `02:14:07` by the clock on their wall, with the date where it is of another day. */
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

/** For pipes and files: `2026-11-20T02:14:07Z`. */
export const utcTime: TimeWords = { at: (time) => new Date(time).toISOString().replace(/\.\d{3}Z$/, "Z") };

function offsetOfThisMachine(time: number): number {
  return -new Date(time).getTimezoneOffset();
}
