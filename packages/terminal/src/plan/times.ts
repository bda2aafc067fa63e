/** A plan, a phase or a step with its times. */
export interface Timed {
  readonly started_at?: string | null;
  readonly completed_at?: string | null;
}

/** When it began, in milliseconds since 1970; undefined if unknown. */
export function beginningOf({ started_at }: Timed): number | undefined {
  return timeOf(started_at);
}

/** When it ended; undefined if it is in progress, or if unknown. */
export function endOf({ completed_at }: Timed): number | undefined {
  return timeOf(completed_at);
}

/** How long it took, or has taken so far. */
export function lengthOf(timed: Timed, now: number): number | undefined {
  const began = beginningOf(timed);
  return began === undefined ? undefined : (endOf(timed) ?? now) - began;
}

function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}
