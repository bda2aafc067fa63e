import { trimBlanks } from "../characters.ts";
import { badValue, type Values } from "../values.ts";

/** A number of bytes, with a binary prefix if it has one (`128m` is 128 × 1024²); `undefined` where the name is not set. */
export function size(values: Values, name: string): number | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const [, digits, prefix = ""] = /^([+-]?[0-9]{1,30})([kmgtpe]?)$/.exec(trimBlanks(value).toLowerCase()) ?? [];
  if (digits === undefined) throw badValue(name, value, "a size such as 4096, 64k or 128m");
  const bytes = BigInt(digits.replace("+", "")) << BigInt(10 * " kmgtpe".indexOf(prefix || " "));
  if (BigInt(Number(bytes)) !== bytes) throw badValue(name, value, "a size that JavaScript can hold exactly");
  return Number(bytes);
}
