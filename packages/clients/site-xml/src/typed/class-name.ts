import { trimControls } from "../characters.ts";
import { badValue, type Values } from "../values.ts";
import { settingText } from "./setting-text.ts";

/** Reads the name of a Java class, trimmed; `undefined` if the name is not set. The class need not exist. */
export function className(values: Values, name: string): string | undefined {
  const value = settingText(values, name);
  if (value === undefined) return undefined;
  const match = trimControls(value);
  if (!CLASS_NAME.test(match)) throw badValue(values, name, value, "the name of a class such as java.lang.String");
  return match;
}

const CLASS_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u;
