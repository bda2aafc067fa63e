import type { Database } from "./database.ts";
import type { Row, RowChange } from "./rows.ts";
import { type Table, tableName } from "./schema.ts";

/** The newest copy of every row of a table among the given nodes. */
export function newestCopies(database: Database, table: Table, nodes: readonly string[]): ReadonlyMap<string, Row> {
  const newest = new Map<string, Row>();
  for (const node of nodes) {
    for (const [key, row] of database.rows.of(node, table)) {
      const known = newest.get(key);
      if (!known || row[1] > known[1]) newest.set(key, row);
    }
  }
  return newest;
}

/** The writes after which every owner of a row that this node owns has its newest copy. */
export function outOfStep(
  database: Database,
  table: Table,
  node: string,
  nodes: readonly string[],
): readonly RowChange[] {
  const ring = database.ring();
  return [...newestCopies(database, table, nodes)].flatMap(([key, row]) => {
    const owners = ring.owners(key, table.replication);
    if (!owners.includes(node)) return [];
    return owners
      .filter((owner) => (database.rows.of(owner, table).get(key)?.[1] ?? -1) < row[1])
      .map((owner): RowChange => ({ node: owner, table: tableName(table), key, row }));
  });
}

/** The rows that a node holds without owning them. */
export function notOwned(database: Database, table: Table, node: string): readonly RowChange[] {
  const ring = database.ring();
  return [...database.rows.of(node, table).keys()]
    .filter((key) => !ring.owners(key, table.replication).includes(node))
    .map((key) => ({ node, table: tableName(table), key, row: undefined }));
}

/** Copies to a node the rows that it owns; called once it has its tokens. */
export function copiesFor(
  database: Database,
  table: Table,
  node: string,
  from: readonly string[],
): readonly RowChange[] {
  return outOfStep(database, table, node, from).filter((change) => change.node === node);
}
