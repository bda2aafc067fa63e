import { badArgument } from "../arguments.ts";
import { trimControls } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { given } from "./given.ts";
import { parseDecimal } from "./numbers.ts";

/** The units of a storage size. */
export type StorageUnit = "b" | "kb" | "mb" | "gb" | "tb" | "pb" | "eb";

/**
 * An amount with its unit (`128mb`, `1.5 gb`, `2 terabytes`, `64k`), converted to the given unit with four decimal places; `undefined` if
 * the name is not set or its value is blank. A number without a unit is refused, as clients do.
 */
export function storageSize(values: Values, name: string, unit: StorageUnit = "b"): number | undefined {
  const value = given(values, name);
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
  // With blanks around it, clients cut off the unit in the wrong place.
  if (factor === undefined || parsed === undefined || trimControls(value) !== value) {
    throw badValue(values, name, value, EXPECTED);
  }
  const bytes = factor === 1 ? parsed : fourPlaces(parsed * factor);
  return target === 1 ? bytes : fourPlaces(bytes / target);
}

const EXPECTED = "a size with its unit, such as 64kb or 1.5gb";

/** The names of each unit, the longer ones first, because all short ones end in `b`. */
const UNITS: ReadonlyMap<string, number> = new Map(
  ["exa", "peta", "tera", "giga", "mega", "kilo", ""].flatMap((prefix, index) => {
    const factor = 1024 ** (6 - index);
    const letter = prefix.charAt(0);
    return [`${prefix}bytes`, `${letter}b`, letter]
      .filter((word) => word !== "")
      .map((word) => [word, factor] as const);
  }),
);

function fourPlaces(amount: number): number {
  return Number(amount.toFixed(4));
}
