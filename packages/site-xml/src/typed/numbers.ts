import { trimBlanks } from "../characters.ts";
import { badValue, type Values } from "../values.ts";

/** A whole number, decimal or hexadecimal with `0x`; `undefined` where the name is not set. */
export function integer(values: Values, name: string): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const [, sign, digits] = /^([+-]?)(0[xX][0-9a-fA-F]+|[0-9]+)$/.exec(trimBlanks(value)) ?? [];
  if (digits === undefined) throw badValue(name, value, "a whole number");
  const result = Number(digits);
  if (!Number.isSafeInteger(result)) throw badValue(name, value, "a whole number that JavaScript can hold exactly");
  return sign === "-" ? 0 - result : result;
}

/** A number, with a fraction or an exponent if it has one; `undefined` where the name is not set. */
export function number(values: Values, name: string): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const [, digits] = DECIMAL.exec(trimBlanks(value)) ?? [];
  const result = Number(digits);
  if (digits === undefined || !Number.isFinite(result)) throw badValue(name, value, "a number");
  return result;
}

/** Clients parse numbers with Java, where the type may follow: `0.999f` is a common default. */
const DECIMAL = /^([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[fFdD]?$/;
