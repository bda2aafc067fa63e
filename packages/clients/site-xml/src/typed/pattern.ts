import { badValue, type Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/**
 * Reads a regular expression, which is never trimmed. Returns `undefined` if the name is not set, or if the value is empty or invalid:
 * clients then use their default. Clients use Java's syntax, so an expression that means something else in JavaScript is refused.
 */
export function pattern(values: Values, name: string): RegExp | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const isCommon = !ONLY_JAVA.test(value);
  const compiled = isCommon ? compile(value) : undefined;
  if (compiled !== undefined && value !== "") return compiled;
  if (value === "" || (isCommon && isBroken(value))) {
    values.ignored?.(name, value, "a regular expression");
    return undefined;
  }
  throw badValue(values, name, value, "a regular expression that means the same in Java and in JavaScript");
}

/**
 * Syntax that only Java has, or that Java reads differently: possessive quantifiers, quotations, flags, most escapes of letters and digits,
 * nested classes, named groups, and anchors inside of a line.
 */
const ONLY_JAVA = /[*+?}]\+|\\[^dDwWsStnrf.*+?()[\]{}|^$/\\-]|\(\?(?![:=!])|\[[^\]]*(?:\[|&&)|\[\^?\]|[{}]|[^\0-\uffff]/u;

function compile(value: string): RegExp | undefined {
  try {
    return new RegExp(value, "u");
  } catch {
    return undefined;
  }
}

/**
 * Whether an expression is invalid in both languages: unclosed parentheses or brackets, a quantifier without an operand, or a backslash at
 * the end.
 */
function isBroken(value: string): boolean {
  const bare = value
    .replace(/\\./gs, "a")
    .replace(/\[\^?[^\]]+\]/g, "a")
    .replace(/\(\?[:=!]/g, "(");
  if (/[\\[]|^[*+?]|[(|][*+?]/.test(bare)) return true;
  let depth = 0;
  for (const character of bare) {
    if (character === "(") depth++;
    else if (character === ")" && depth-- === 0) return true;
  }
  return depth > 0;
}
