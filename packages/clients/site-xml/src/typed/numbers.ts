import { trimControls } from "../characters.ts";
import { reader } from "../values.ts";

/** Reads a whole number, which is decimal, or hexadecimal with `0x`; `undefined` if the name is not set. */
export const integer = reader((text, { refuse }) => {
  const trimmed = trimControls(text);
  // In a hexadecimal number, a minus sign may be before or after `0x`, and a plus sign only after it.
  const [, hexadecimal, decimal] = /^(?:-0[xX]|0[xX][+-]?)([0-9a-fA-F]+)$|^[+-]?([0-9]+)$/.exec(trimmed) ?? [];
  const amount = Number(hexadecimal === undefined ? decimal : `0x${hexadecimal}`);
  if (Number.isNaN(amount)) refuse("a whole number");
  if (!Number.isSafeInteger(amount)) refuse("a whole number that JavaScript can hold exactly");
  return trimmed.includes("-") ? 0 - amount : amount;
});

/** Reads a number, which may have a fraction or an exponent; `undefined` if the name is not set. */
export const number = reader((text, { refuse }) => parseDecimal(trimControls(text)) ?? refuse("a number"));

/** Clients parse numbers with Java, which allows a type suffix: some defaults are written like `0.999f`. */
export function parseDecimal(text: string): number | undefined {
  const [, digits] = /^([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[fFdD]?$/.exec(text) ?? [];
  const result = Number(digits);
  return Number.isFinite(result) ? result : undefined;
}

/** A range of whole numbers. Both bounds belong to it. */
export interface IntegerRange {
  readonly from: number;
  /** The upper bound; 2147483647 if the range has none. */
  readonly to: number;
}

/** Reads ranges such as `2-3,5,7-`; `undefined` if the name is not set. A range without lower bound begins with 0. */
export const ranges = reader((text, { refuse }): readonly IntegerRange[] => {
  const parts = text.split(",").filter((part) => part !== "");
  return parts.map((part) => {
    const bounds = part.split("-").map(trimControls);
    const [lower = "", upper = lower || "0"] = bounds;
    const [from, to] = [Number(lower), upper === "" ? MAX_INTEGER : Number(upper)];
    const isRange = bounds.length <= 2 && bounds.every((bound) => /^(?:\+?[0-9]+)?$/.test(bound)) && from <= to && to <= MAX_INTEGER;
    return isRange ? { from, to } : refuse("ranges such as 2-3,5,7-");
  });
});

const MAX_INTEGER = 2_147_483_647;
