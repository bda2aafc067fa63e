import type { Row } from "./rows.ts";

/** Writes a node's rows of one table as a file: one row per line, sorted by key, so that equal rows give equal files. */
export function rowsFile(rows: Iterable<readonly [string, Row]>): string {
  return [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, [value, written]]) => `${JSON.stringify([key, value, written])}\n`)
    .join("");
}

/** Parses a file that was made by `rowsFile`. */
export function readRowsFile(text: string): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [key, value, written] = JSON.parse(line) as unknown[];
    if (typeof key !== "string" || typeof value !== "string" || typeof written !== "number") {
      throw new Error("a line of the file is not a row");
    }
    rows.set(key, [value, written]);
  }
  return rows;
}
