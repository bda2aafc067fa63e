import type { SimulatedDatabase } from "./database.ts";
import type { Row, RowChange } from "./rows.ts";
import { type SimulatedSchema, type SimulatedTable, simulatedTablesOf, tableName } from "./schema.ts";

/** The minimum number of rows in each demo table. A random number is added, so that two clusters differ. */
const ROWS: Readonly<Record<string, number>> = { users: 300, orders: 500 };

const WRITTEN_MEANWHILE = 10;

/** Creates the keyspace `demo` and its rows. */
export function seedDemo(database: SimulatedDatabase, nodes: number, now: number, random: () => number): void {
  const column_families = Object.keys(ROWS);
  const schema: SimulatedSchema = { key_spaces: { demo: { replication: Math.min(2, nodes), column_families } } };
  const changes = simulatedTablesOf(schema).flatMap((table) => {
    const least = ROWS[table.columnFamily] ?? 0;
    const count = least + Math.floor(random() * least);
    return written(database, table, [...Array(count).keys()], { now, random, isThere: () => true });
  });
  database.change({ schema, rows: changes, untouched: true });
}

/** Writes some rows to the running nodes, as clients do while a node is down. */
export function writeMeanwhile(database: SimulatedDatabase, isThere: (node: string) => boolean, now: number, random: () => number): void {
  const changes = simulatedTablesOf(database.schema()).flatMap((table) => {
    const numbers = Array.from({ length: WRITTEN_MEANWHILE }, () => Math.floor(random() * 2 ** 32));
    return written(database, table, numbers, { now, random, isThere });
  });
  if (changes.length > 0) database.change({ rows: changes, untouched: false });
}

function written(
  database: SimulatedDatabase,
  table: SimulatedTable,
  numbers: readonly number[],
  { now, random, isThere }: { readonly now: number; random(): number; isThere(node: string): boolean },
): readonly RowChange[] {
  return numbers.flatMap((number) => {
    const key = `${table.columnFamily}-${number}`;
    const row: Row = [Math.floor(random() * 2 ** 52).toString(36), now];
    const owners = database.ring().owners(key, table.replication).filter(isThere);
    return owners.map((node): RowChange => ({ node, table: tableName(table), key, row }));
  });
}
