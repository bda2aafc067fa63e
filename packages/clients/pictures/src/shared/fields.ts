import { isRecord } from "@reeve/contract";
import { displayWidth, padEnd, type Style, shown } from "@reeve/terminal";
import type { Draw, View } from "../view.ts";

/**
 * The fields of a value, one per line; nested fields have their path: `brokerConfiguration.mem  2048`. Values are never truncated, so that
 * users can copy them.
 */
export function fields(value: unknown, style: Style): readonly string[] {
  const rows = [...pathsIn(value, "")].map(([path, text]) => [shown(path, style), shown(text, style)] as const);
  if (rows.length === 0) return ["nothing"];
  const width = Math.max(...rows.map(([path]) => displayWidth(path)));
  return rows.map(([path, text]) => `${padEnd(path, width)}  ${text}`);
}

function* pathsIn(value: unknown, path: string): Generator<readonly [string, string]> {
  if (isRecord(value) && Object.keys(value).length > 0) {
    for (const [key, part] of Object.entries(value)) yield* pathsIn(part, path === "" ? key : `${path}.${key}`);
  } else if (Array.isArray(value) && value.length > 0) {
    for (const [index, part] of value.entries()) yield [index === 0 ? path : "", fieldText(part)];
  } else yield [path, fieldText(value)];
}

/** A value of any kind on one line: an object as JSON, and a missing or empty value as `-`. */
export function fieldText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  if (Array.isArray(value) && value.length === 0) return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A field of the input as text; empty if it was not given. */
export function inputText({ input }: Pick<View, "input">, field: string): string {
  const value = input[field];
  return value === undefined || value === null ? "" : String(value);
}

/** The heading of a column in the form that the view chooses. */
export function head({ head: write }: View, words: string): string {
  return write ? write(words) : words;
}

/** Names, one per line, or a line which says that there are none. */
export function names(what: string): Draw<readonly string[]> {
  return (value, { style }) => (value.length === 0 ? [`no ${what}`] : value.map((name) => shown(name, style)));
}
