import { trimBlanks } from "../characters.ts";
import { badValue, type Values } from "../values.ts";

/** The units that clients know: nanoseconds to days. */
export type DurationUnit = "ns" | "us" | "ms" | "s" | "m" | "h" | "d";

/**
 * A length of time in the unit that is asked for, which is also what a bare number counts; `undefined` where the name is not
 * set. Nothing is cut off: `500ms` in seconds is 0.5.
 */
export function duration(values: Values, name: string, unit: DurationUnit): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const [, digits, suffix = unit] = /^([+-]?[0-9]+)(ns|us|ms|[smhd])?$/.exec(trimBlanks(value).toLowerCase()) ?? [];
  const amount = Number(digits);
  if (!isUnit(suffix) || !Number.isSafeInteger(amount)) {
    throw badValue(name, value, "a duration such as 30, 500ms or 2h");
  }
  // Multiplying or dividing by a whole number keeps whole results exact.
  const from = NANOSECONDS[suffix];
  const to = NANOSECONDS[unit];
  return from < to ? amount / (to / from) : amount * (from / to);
}

const NANOSECONDS: Readonly<Record<DurationUnit, number>> = {
  ns: 1,
  us: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
  d: 86_400e9,
};

function isUnit(suffix: string): suffix is DurationUnit {
  return Object.hasOwn(NANOSECONDS, suffix);
}
