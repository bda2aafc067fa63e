import { trimControls } from "../characters.ts";
import type { Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/**
 * Reads items that are separated by commas or line ends, and trims them; `undefined` if the name is not set. Empty items count, except at
 * the end, as in clients.
 */
export function list(values: Values, name: string): readonly string[] | undefined {
  const value = settingText(values, name);
  return value === undefined ? undefined : itemsOf(trimControls(value));
}

/** Splits a text at commas and line ends, and removes the white space around them. */
function itemsOf(text: string): readonly string[] {
  const items: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const blanksEnd = skipSpace(text, at);
    const isComma = text[blanksEnd] === ",";
    if (!isComma && !text.slice(at, blanksEnd).includes("\n")) {
      at = Math.max(at, blanksEnd - 1);
      continue;
    }
    items.push(text.slice(start, at));
    start = isComma ? skipSpace(text, blanksEnd + 1) : blanksEnd;
    at = start - 1;
  }
  items.push(text.slice(start));
  while (items.at(-1) === "") items.pop();
  return items;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n\v\f\r".includes(text.charAt(at))) at++;
  return at;
}
