import { trimBlanks } from "../characters.ts";
import { badValue, type Values } from "../values.ts";

/** `true` or `false`, in capitals or not; `undefined` where the name is not set. */
export function boolean(values: Values, name: string): boolean | undefined {
  const value = values.get(name);
  if (value === undefined) return undefined;
  const word = trimBlanks(value).toLowerCase();
  if (word !== "true" && word !== "false") throw badValue(name, value, "true or false");
  return word === "true";
}
