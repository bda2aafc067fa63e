import type { Store } from "@reeve/orchestrator/engine";
import { type SimulatedTable, tableName } from "./schema.ts";

/** A row: its value, and the time at which it was written. Of several copies, the one with the latest time is valid. */
export type Row = readonly [value: string, written: number];

/** One node's rows of one table, by key. */
type NodeRows = ReadonlyMap<string, Row>;

/** A change of a row on one node. If `row` is undefined, the row is deleted. */
export interface RowChange {
  readonly node: string;
  readonly table: string;
  readonly key: string;
  readonly row: Row | undefined;
}

/** One node's rows, by table. */
export type NodeContent = ReadonlyMap<string, NodeRows>;

/** The number of parts in which a table is stored, so that a write does not rewrite the whole table. */
const BUCKETS = 16;

/** All rows of a cluster. Each node has its own copies of rows, which may differ from the copies on other nodes. */
export function openRows(store: Store) {
  const nodes = new Map<string, Map<string, Map<string, Row>>>();
  for (const [key, value] of store.entries("rows/")) {
    const [, node = "", keySpace, columnFamily] = key.split("/");
    const rows = rowsOf(node, `${keySpace}/${columnFamily}`);
    for (const [rowKey, row] of Object.entries(value as Record<string, Row>)) rows.set(rowKey, row);
  }

  function rowsOf(node: string, table: string): Map<string, Row> {
    const tables = nodes.get(node) ?? new Map<string, Map<string, Row>>();
    nodes.set(node, tables);
    const rows = tables.get(table) ?? new Map<string, Row>();
    tables.set(table, rows);
    return rows;
  }

  return {
    of: (node: string, table: Pick<SimulatedTable, "keySpace" | "columnFamily">): NodeRows => rowsOf(node, tableName(table)),
    /** Writes all changes and the additional entries in one transaction. */
    change(changes: readonly RowChange[], more: readonly (readonly [string, unknown])[] = []): void {
      const touched = new Map<string, Map<string, Row>>();
      for (const { node, table, key, row } of changes) {
        const name = bucketKey(node, table, bucketOf(key));
        const bucket = touched.get(name) ?? inBucket(rowsOf(node, table), bucketOf(key));
        touched.set(name, bucket);
        if (row) bucket.set(key, row);
        else bucket.delete(key);
      }
      const rows = [...touched].map(([name, bucket]) => [name, storedBucket(bucket)] as const);
      if (rows.length + more.length > 0) store.write([...rows, ...more]);
      for (const { node, table, key, row } of changes) {
        if (row) rowsOf(node, table).set(key, row);
        else rowsOf(node, table).delete(key);
      }
    },
    /** Replaces all rows of the given nodes. */
    replaceAll(contents: ReadonlyMap<string, NodeContent>, more: readonly (readonly [string, unknown])[]): void {
      const written = new Map<string, unknown>();
      for (const node of contents.keys()) {
        for (const [key] of store.entries(`rows/${node}/`)) written.set(key, undefined);
      }
      for (const [node, content] of contents) {
        for (const [table, rows] of content) {
          for (let bucket = 0; bucket < BUCKETS; bucket++) {
            written.set(bucketKey(node, table, bucket), storedBucket(inBucket(rows, bucket)));
          }
        }
      }
      store.write([...written, ...more]);
      for (const [node, content] of contents) {
        nodes.set(node, new Map([...content].map(([table, rows]) => [table, new Map(rows)])));
      }
    },
  };
}

const bucketKey = (node: string, table: string, bucket: number) => `rows/${node}/${table}/${bucket}`;

function bucketOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index++) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) >>> 0;
  return hash % BUCKETS;
}

function inBucket(rows: NodeRows, bucket: number): Map<string, Row> {
  return new Map([...rows].filter(([key]) => bucketOf(key) === bucket));
}

function storedBucket(bucket: NodeRows): Record<string, Row> | undefined {
  return bucket.size === 0 ? undefined : Object.fromEntries(bucket);
}

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
