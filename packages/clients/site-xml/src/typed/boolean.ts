import { trimControls } from "../characters.ts";
import type { Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/**
 * Reads `true` or `false`, in upper or lower case. Returns `undefined` if the name is not set or has another value, such as `yes`: clients
 * then use their default.
 */
export function boolean(values: Values, name: string): boolean | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const word = trimControls(value).toLowerCase();
  if (word === "true" || word === "false") return word === "true";
  values.ignored?.(name, value, "true or false");
  return undefined;
}
