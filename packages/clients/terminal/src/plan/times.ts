/** A plan, a phase or a step with its times. */
export interface Timed {
  readonly started_at?: string | null;
  readonly completed_at?: string | null;
}

/** The start time in milliseconds since 1970; undefined if unknown. */
export function startTimeOf({ started_at }: Timed): number | undefined {
  return timeOf(started_at);
}

/** The end time in milliseconds since 1970; undefined if the work is in progress or the end time is unknown. */
export function endTimeOf({ completed_at }: Timed): number | undefined {
  return timeOf(completed_at);
}

/** The duration in milliseconds; for work in progress, the duration so far. */
export function lengthOf(timed: Timed, now: number): number | undefined {
  const began = startTimeOf(timed);
  return began === undefined ? undefined : (endTimeOf(timed) ?? now) - began;
}

function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}
