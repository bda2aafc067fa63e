const SECONDS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400 };

/** Returns the seconds of a setting, which is a number of seconds or has a unit, such as `500ms`; undefined if it is neither. */
export function secondsIn(value: unknown): number | undefined {
  const [, digits, unit = "s"] = /^(\d+)([a-z]+)?$/.exec(String(value).trim().toLowerCase()) ?? [];
  const seconds = SECONDS[unit];
  return digits === undefined || seconds === undefined ? undefined : Number(digits) * seconds;
}
