import { trimBlanks } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/** Reads a URL, which must have a scheme; `undefined` if the name is not set. */
export function url(values: Values, name: string): URL | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const text = trimBlanks(value);
  if (!URL.canParse(text)) throw badValue(values, name, value, "a URL such as hdfs://cluster");
  return new URL(text);
}
