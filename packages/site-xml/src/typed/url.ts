import { trimBlanks } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { given } from "./given.ts";

/** A URL with its scheme; `undefined` where the name is not set. */
export function url(values: Values, name: string): URL | undefined {
  const value = given(values, name);
  if (value === undefined) return undefined;
  const text = trimBlanks(value);
  if (!URL.canParse(text)) throw badValue(values, name, value, "a URL such as hdfs://cluster");
  return new URL(text);
}
