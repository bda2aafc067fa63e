import type { SimulatedDatabase } from "./database.ts";
import type { Ring } from "./ring.ts";
import type { Row, RowChange } from "./rows.ts";
import { type SimulatedTable, tableName } from "./schema.ts";

/** Returns the newest copy of each row of a table on the given nodes. */
export function newestCopies(database: SimulatedDatabase, table: SimulatedTable, nodes: readonly string[]): ReadonlyMap<string, Row> {
  const newest = new Map<string, Row>();
  for (const node of nodes) {
    for (const [key, row] of database.rows.of(node, table)) {
      const known = newest.get(key);
      if (!known || row[1] > known[1]) newest.set(key, row);
    }
  }
  return newest;
}

/** Returns the writes that make all copies of a node's rows the same: each owner of a row gets the newest copy of the row. */
export function outOfStep(
  database: SimulatedDatabase,
  table: SimulatedTable,
  node: string,
  nodes: readonly string[],
): readonly RowChange[] {
  return missingCopies(database, table, nodes, database.ring(), (owners) => owners.includes(node));
}

/** Returns the writes that give each owner of a row the newest copy of the row, for the rows whose owners are meant. */
export function missingCopies(
  database: SimulatedDatabase,
  table: SimulatedTable,
  nodes: readonly string[],
  ring: Ring,
  isMeant: (owners: readonly string[]) => boolean = () => true,
): readonly RowChange[] {
  return [...newestCopies(database, table, nodes)].flatMap(([key, row]) => {
    const owners = ring.owners(key, table.replication);
    if (!isMeant(owners)) return [];
    return owners
      .filter((owner) => (database.rows.of(owner, table).get(key)?.[1] ?? -1) < row[1])
      .map((owner): RowChange => ({ node: owner, table: tableName(table), key, row }));
  });
}

/** Returns the changes that delete the rows that a node stores but does not own. */
export function notOwned(database: SimulatedDatabase, table: SimulatedTable, node: string): readonly RowChange[] {
  const ring = database.ring();
  return [...database.rows.of(node, table).keys()]
    .filter((key) => !ring.owners(key, table.replication).includes(node))
    .map((key) => ({ node, table: tableName(table), key, row: undefined }));
}

/** Returns the rows that a node owns and therefore has to copy from other nodes. The node must already have its tokens. */
export function rowsToCopy(
  database: SimulatedDatabase,
  table: SimulatedTable,
  node: string,
  from: readonly string[],
): readonly RowChange[] {
  return outOfStep(database, table, node, from).filter((change) => change.node === node);
}
