import { badArgument } from "../arguments.ts";
import { trimControls } from "../characters.ts";
import { reader, type Values } from "../values.ts";
import { parseDecimal } from "./numbers.ts";

/** The units that clients know, from nanoseconds to days. */
export type DurationUnit = "ns" | "us" | "ms" | "s" | "m" | "h" | "d";

/** Reads a duration in whole units; `undefined` if the name is not set. A plain number is in the given unit, and `500ms` is 0 seconds. */
export function duration(values: Values, name: string, unit: DurationUnit): number | undefined {
  const target = NANOSECONDS.get(unit);
  if (target === undefined) throw badArgument("the unit", "ns, us, ms, s, m, h or d", unit);
  return amountIn(NANOSECONDS, target, "a duration such as 30, 500ms or 2h", "a duration that JavaScript can hold exactly")(values, name);
}

const NANOSECONDS: ReadonlyMap<string, bigint> = new Map(
  Object.entries({ ns: 1n, us: 1_000n, ms: 1_000_000n, s: 10n ** 9n, m: 60n * 10n ** 9n, h: 3600n * 10n ** 9n, d: 86_400n * 10n ** 9n }),
);

const BYTES: ReadonlyMap<string, bigint> = new Map([..."kmgtpe"].map((prefix, index) => [prefix, 1024n ** BigInt(index + 1)]));

/** Reads a number of bytes, which may have a binary prefix: `128m` is 128 × 1024²; `undefined` if the name is not set. */
export const size = amountIn(BYTES, 1n, "a size such as 4096, 64k or 128m", "a size below 8e that JavaScript can hold exactly");

/** Makes a reader of whole amounts, which clients store in 64 bits. It converts them into a unit; the division rounds toward zero. */
function amountIn(units: ReadonlyMap<string, bigint>, target: bigint, form: string, range: string) {
  return reader((text, { refuse }) => {
    const [, digits, suffix = ""] = /^([+-]?[0-9]{1,30})([a-z]*)$/i.exec(trimControls(text)) ?? [];
    const factor = suffix === "" ? target : units.get(suffix.toLowerCase());
    if (digits === undefined || factor === undefined) return refuse(form);
    const amount = BigInt(digits.replace("+", ""));
    const result = (amount * factor) / target;
    const isExact = [amount, result].every((one) => BigInt.asIntN(64, one) === one) && BigInt(Number(result)) === result;
    return isExact ? Number(result) : refuse(range);
  });
}

/** The units of a storage size. */
export type StorageUnit = "b" | "kb" | "mb" | "gb" | "tb" | "pb" | "eb";

const STORAGE_UNITS: readonly StorageUnit[] = ["b", "kb", "mb", "gb", "tb", "pb", "eb"];

/**
 * Reads an amount with a unit (`128mb`, `1.5 gb`, `2 terabytes`, `64k`) and converts it into a unit, with four decimal places; `undefined`
 * if the name is not set or its value is blank. Like clients, refuses a number without a unit.
 */
export function storageSize(values: Values, name: string, unit: StorageUnit = "b"): number | undefined {
  if (!STORAGE_UNITS.includes(unit)) throw badArgument("the unit", "b, kb, mb, gb, tb, pb or eb", unit);
  const target = 1024 ** STORAGE_UNITS.indexOf(unit);
  return reader((text, { refuse, ignore }) => {
    const expected = "a size with its unit, such as 64kb or 1.5gb";
    if (trimControls(text) === "") return ignore(expected);
    const [, digits = "", ...prefixes] = STORAGE_SIZE.exec(text.toLowerCase()) ?? [];
    const amount = parseDecimal(trimControls(digits));
    // Clients misinterpret values that begin or end with white space, so such a value is refused.
    if (amount === undefined || trimControls(text) !== text) return refuse(expected);
    const [prefix = ""] = prefixes.filter(Boolean);
    const factor = 1024 ** " kmgtpe".indexOf(prefix.charAt(0) || " ");
    const bytes = factor === 1 ? amount : fourPlaces(amount * factor);
    return target === 1 ? bytes : fourPlaces(bytes / target);
  })(values, name);
}

const STORAGE_SIZE = /^(.*?)(?:(exa|peta|tera|giga|mega|kilo)?bytes|([eptgmk])?b|([eptgmk]))$/s;

function fourPlaces(amount: number): number {
  return Number(amount.toFixed(4));
}
