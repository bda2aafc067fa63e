import { isRecord } from "@reeve/contract";
import { type Style, shown } from "../text/style.ts";
import { type Cell, type Column, table } from "./table.ts";

/**
 * Renders any value: names one per line, similar objects as a table, one object as its fields. Returns undefined for other values, which
 * are more readable as JSON or YAML.
 */
export function picture(value: unknown, style: Style): readonly string[] | undefined {
  if (typeof value === "string") return value.split("\n").map((line) => shown(line.replaceAll("\t", "  "), style));
  if (Array.isArray(value)) return pictureOfList(value, style);
  if (!isRecord(value) || !Object.values(value).every(isCell)) return undefined;
  const [, ...fields] = table(Object.entries(value), fieldColumns, style);
  return fields;
}

const fieldColumns: readonly Column<[string, unknown]>[] = [
  { head: "", cell: ([name]) => name },
  { head: "", cell: ([, value]) => cellOf(value), align: "left" },
];

function pictureOfList(list: readonly unknown[], style: Style): readonly string[] | undefined {
  if (list.every((each) => typeof each !== "object")) return list.map((each) => shown(String(each), style));
  const rows = list.filter(isRecord);
  if (rows.length < list.length || !rows.every((row) => Object.values(row).every(isCell))) return undefined;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((head) => ({ head, cell: (row: Record<string, unknown>) => cellOf(row[head]) }));
  return table(rows, columns, style);
}

/** Whether a value fits into one cell: a plain value, or a list of plain values. */
function isCell(value: unknown): boolean {
  return typeof value !== "object" || value === null || (Array.isArray(value) && value.every(isPlain));
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "number" ? value : value === undefined || value === null ? undefined : String(value);
}
