import { isRecord } from "@reeve/contract";
import { type Column, displayWidth, padEnd, type Style, shown, table } from "@reeve/terminal";
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

/** A time as text; undefined if there is none, or if the server's text is no valid time. */
export function timeAt(text: string | null | undefined, { times, now }: View): string | undefined {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : times.at(at, now);
}

interface ViewColumn<Row> extends Column<Row> {
  /** Follows the heading, in whichever form the view writes this. */
  readonly unit?: string;
  /** Whether the column is left out if no row has a value for it. */
  readonly isRare?: boolean;
}

/** A table whose headings have the form that the view chooses. */
export function tableOf<Row>(rows: readonly Row[], view: View, columns: readonly ViewColumn<Row>[]): readonly string[] {
  const { head = (words) => words, style } = view;
  const filled = columns.filter(({ isRare, cell }) => !isRare || rows.some((row) => cell(row)));
  const headed = filled.map(({ unit = "", ...column }) => ({ ...column, head: head(column.head) + unit }));
  return table(rows, headed, style);
}

/** Names, one per line, or a line which says that there are none. */
export function names(what: string): Draw<readonly string[]> {
  return (value, { style }) => (value.length === 0 ? [`no ${what}`] : value.map((name) => shown(name, style)));
}
