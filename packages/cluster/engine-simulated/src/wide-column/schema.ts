import { chosenTables, type TableChoice } from "@reeve/backups";

/** The keyspaces of a cluster. */
export interface SimulatedSchema {
  readonly key_spaces: Readonly<Record<string, KeySpace>>;
}

interface KeySpace {
  /** The number of nodes that own each row. */
  readonly replication: number;
  readonly column_families: readonly string[];
}

export const noSchema: SimulatedSchema = { key_spaces: {} };

export interface SimulatedTable {
  readonly keySpace: string;
  readonly columnFamily: string;
  readonly replication: number;
}

/** Returns the name of a table with its keyspace, such as `demo/users`. */
export const tableName = ({ keySpace, columnFamily }: Pick<SimulatedTable, "keySpace" | "columnFamily">): string =>
  `${keySpace}/${columnFamily}`;

export function simulatedTablesOf({ key_spaces }: SimulatedSchema): readonly SimulatedTable[] {
  return Object.entries(key_spaces).flatMap(([keySpace, { replication, column_families }]) =>
    column_families.map((columnFamily) => ({ keySpace, columnFamily, replication })),
  );
}

/** Returns the tables that a request selects. Refuses unknown names. */
export function chosenSimulatedTables(schema: SimulatedSchema, choice: TableChoice): readonly SimulatedTable[] {
  return chosenTables(Object.keys(schema.key_spaces), simulatedTablesOf(schema), choice);
}
