import { badArgument } from "../arguments.ts";
import { trimControls } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/** The units that clients know, from nanoseconds to days. */
export type DurationUnit = "ns" | "us" | "ms" | "s" | "m" | "h" | "d";

/**
 * Reads a duration and converts it into the given unit; `undefined` if the name is not set. A number without a unit is in the given unit.
 * Clients use whole units, so `500ms` in seconds is 0.
 */
export function duration(values: Values, name: string, unit: DurationUnit): number | undefined {
  const value = settingText(values, name);
  if (!isUnit(unit)) throw badArgument("the unit", "ns, us, ms, s, m, h or d", unit);
  if (value === undefined) return undefined;
  const [, digits, suffix = unit] = /^([+-]?[0-9]{1,30})(ns|us|ms|[smhd])?$/.exec(trimControls(value).toLowerCase()) ?? [];
  if (digits === undefined || !isUnit(suffix)) {
    throw badValue(values, name, value, "a duration such as 30, 500ms or 2h");
  }
  const amount = BigInt(digits.replace("+", ""));
  // The division of integers rounds toward zero.
  const result = Number((amount * NANOSECONDS[suffix]) / NANOSECONDS[unit]);
  if (BigInt.asIntN(64, amount) !== amount || !Number.isSafeInteger(result)) {
    throw badValue(values, name, value, "a duration that JavaScript can hold exactly");
  }
  return result;
}

const NANOSECONDS: Readonly<Record<DurationUnit, bigint>> = {
  ns: 1n,
  us: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
};

function isUnit(suffix: string): suffix is DurationUnit {
  return Object.hasOwn(NANOSECONDS, suffix);
}
