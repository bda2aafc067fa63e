import { twoDigits } from "./duration.ts";

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
