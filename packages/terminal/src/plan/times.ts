/** What may know when it began and ended: a plan, a phase, a step. */
export interface Timed {
  readonly started_at?: string | null;
  readonly completed_at?: string | null;
}

/** When something began, in milliseconds since 1970; undefined where nobody knows. */
export function beginningOf({ started_at }: Timed): number | undefined {
  return timeOf(started_at);
}

/** When something ended; undefined where it goes on, or nobody knows. */
export function endOf({ completed_at }: Timed): number | undefined {
  return timeOf(completed_at);
}

/** How long something took, or has taken until now. */
export function lengthOf(timed: Timed, now: number): number | undefined {
  const began = beginningOf(timed);
  return began === undefined ? undefined : (endOf(timed) ?? now) - began;
}

function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}
