import { trimControls } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/** Reads a number of bytes, which may have a binary prefix: `128m` is 128 × 1024²; `undefined` if the name is not set. */
export function size(values: Values, name: string): number | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const [, digits, prefix = ""] = /^([+-]?[0-9]{1,30})([kmgtpe]?)$/i.exec(trimControls(value)) ?? [];
  if (digits === undefined) throw badValue(values, name, value, "a size such as 4096, 64k or 128m");
  const bytes = BigInt(digits.replace("+", "")) << BigInt(10 * PREFIXES.indexOf(prefix.toLowerCase()));
  if (BigInt.asIntN(64, bytes) !== bytes) throw badValue(values, name, value, "a size below 8e");
  if (BigInt(Number(bytes)) !== bytes) throw badValue(values, name, value, "a size that JavaScript can hold exactly");
  return Number(bytes);
}

const PREFIXES: readonly string[] = ["", "k", "m", "g", "t", "p", "e"];
