import type { Row } from "./rows.ts";

/** The rows of a node and table as a file holds them: one a line, in the order of their keys: the same rows are the same file. */
export function rowsFile(rows: Iterable<readonly [string, Row]>): string {
  return [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, [value, written]]) => `${JSON.stringify([key, value, written])}\n`)
    .join("");
}

/** Reads such a file. */
export function readRowsFile(text: string): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const [key, value, written] = JSON.parse(line) as unknown[];
    if (typeof key !== "string" || typeof value !== "string" || typeof written !== "number") {
      throw new Error("a line of it is no row");
    }
    rows.set(key, [value, written]);
  }
  return rows;
}
