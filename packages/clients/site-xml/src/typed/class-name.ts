import { trimControls } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { given } from "./given.ts";

/** Reads the name of a Java class, trimmed; `undefined` if the name is not set. The class need not exist. */
export function className(values: Values, name: string): string | undefined {
  const value = given(values, name);
  if (value === undefined) return undefined;
  const found = trimControls(value);
  if (!CLASS_NAME.test(found)) throw badValue(values, name, value, "the name of a class such as java.lang.String");
  return found;
}

const CLASS_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;
