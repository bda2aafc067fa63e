import { badArgument } from "../arguments.ts";
import { trimControls } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { parseDecimal } from "./numbers.ts";
import { settingText } from "./setting-text.ts";

/** The units of a storage size. */
export type StorageUnit = "b" | "kb" | "mb" | "gb" | "tb" | "pb" | "eb";

/**
 * Reads an amount with a unit (`128mb`, `1.5 gb`, `2 terabytes`, `64k`) and converts it into a unit, with four decimal places; `undefined`
 * if the name is not set or its value is blank. Like clients, refuses a number without a unit.
 */
export function storageSize(values: Values, name: string, unit: StorageUnit = "b"): number | undefined {
  const value = settingText(values, name);
  const target = UNITS.get(unit);
  if (target === undefined) throw badArgument("the unit", "b, kb, mb, gb, tb, pb or eb", unit);
  if (value === undefined) return undefined;
  if (trimControls(value) === "") {
    values.ignored?.(name, value, EXPECTED);
    return undefined;
  }
  const [, amount = "", suffix = ""] = /^(.*?)([a-z]+)$/s.exec(value.toLowerCase()) ?? [];
  const word = [...UNITS.keys()].find((each) => suffix.endsWith(each)) ?? "";
  const factor = UNITS.get(word);
  const parsed = parseDecimal(trimControls(amount + suffix.slice(0, suffix.length - word.length)));
  // Clients misinterpret values that begin or end with white space, so such a value is refused.
  if (factor === undefined || parsed === undefined || trimControls(value) !== value) {
    throw badValue(values, name, value, EXPECTED);
  }
  const bytes = factor === 1 ? parsed : fourPlaces(parsed * factor);
  return target === 1 ? bytes : fourPlaces(bytes / target);
}

const EXPECTED = "a size with its unit, such as 64kb or 1.5gb";

/** The names of each unit. `bytes` and `b` come last, because most other names end in them. */
const UNITS: ReadonlyMap<string, number> = new Map(
  ["exa", "peta", "tera", "giga", "mega", "kilo", ""].flatMap((prefix, index) => {
    const factor = 1024 ** (6 - index);
    const letter = prefix.charAt(0);
    return [`${prefix}bytes`, `${letter}b`, letter].filter((word) => word !== "").map((word) => [word, factor] as const);
  }),
);

function fourPlaces(amount: number): number {
  return Number(amount.toFixed(4));
}
