import { trimControls } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/** Reads a whole number, which is decimal, or hexadecimal with `0x`; `undefined` if the name is not set. */
export function integer(values: Values, name: string): number | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const result = parseInteger(trimControls(value));
  if (result === undefined) throw badValue(values, name, value, "a whole number");
  if (!Number.isSafeInteger(result)) {
    throw badValue(values, name, value, "a whole number that JavaScript can hold exactly");
  }
  return result;
}

/** Reads a number, which may have a fraction or an exponent; `undefined` if the name is not set. */
export function number(values: Values, name: string): number | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const result = parseDecimal(trimControls(value));
  if (result === undefined) throw badValue(values, name, value, "a number");
  return result;
}

/** Clients parse numbers with Java, which allows a type suffix: some defaults are written like `0.999f`. */
export function parseDecimal(text: string): number | undefined {
  const [, digits] = DECIMAL.exec(text) ?? [];
  const result = Number(digits);
  return digits !== undefined && Number.isFinite(result) ? result : undefined;
}

const DECIMAL = /^([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[fFdD]?$/;

/** In a hexadecimal number, a minus sign may be before or after `0x`, and a plus sign only after it. */
function parseInteger(text: string): number | undefined {
  const [, outer, inner, hexadecimal] = /^(-?)0[xX]([+-]?)([0-9a-fA-F]+)$/.exec(text) ?? [];
  if (hexadecimal !== undefined) {
    if (outer !== "" && inner !== "") return undefined;
    return signed(Number(`0x${hexadecimal}`), outer === "-" || inner === "-");
  }
  const [, sign, digits] = /^([+-]?)([0-9]+)$/.exec(text) ?? [];
  return digits === undefined ? undefined : signed(Number(digits), sign === "-");
}

function signed(amount: number, isNegative: boolean): number {
  return isNegative ? 0 - amount : amount;
}
