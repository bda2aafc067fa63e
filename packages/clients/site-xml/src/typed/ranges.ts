import { trimControls } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/** A range of whole numbers. Both bounds belong to it. */
export interface IntegerRange {
  readonly from: number;
  /** The upper bound; 2147483647 if the range has none. */
  readonly to: number;
}

/**
 * Reads ranges such as `2-3,5,7-`; `undefined` if the name is not set. A missing lower bound is 0, and a missing upper bound is the highest
 * number.
 */
export function ranges(values: Values, name: string): readonly IntegerRange[] | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  return value
    .split(",")
    .filter((part) => part !== "")
    .map((part) => {
      const bounds = trimControls(part).split("-");
      const from = boundOf(bounds[0], 0);
      const to = bounds.length < 2 ? from : boundOf(bounds[1], MAX_INTEGER);
      if (bounds.length > 2 || from === undefined || to === undefined || from > to) {
        throw badValue(values, name, value, "ranges such as 2-3,5,7-");
      }
      return { from, to };
    });
}

const MAX_INTEGER = 2_147_483_647;

function boundOf(text = "", standard: number): number | undefined {
  const digits = trimControls(text);
  if (digits === "") return standard;
  const bound = /^\+?[0-9]+$/.test(digits) ? Number(digits) : Number.NaN;
  return bound <= MAX_INTEGER ? bound : undefined;
}
