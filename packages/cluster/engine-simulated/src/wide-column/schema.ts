import { ReeveError } from "@reeve/contract";
import { suggestionFor } from "@reeve/orchestrator/engine";
import type { MaintenanceRequest } from "@reeve/wide-column-models";

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

/** The fields of a maintenance request that select tables. */
export type SimulatedTableChoice = Pick<MaintenanceRequest, "key_spaces" | "column_families">;

/** Returns the tables that a request selects. Refuses unknown names. */
export function chosenSimulatedTables(
  schema: SimulatedSchema,
  { key_spaces, column_families }: SimulatedTableChoice,
): readonly SimulatedTable[] {
  const tables = simulatedTablesOf(schema);
  expectKnown("keyspace", key_spaces, Object.keys(schema.key_spaces));
  const inSpaces = tables.filter(({ keySpace }) => key_spaces?.includes(keySpace) ?? true);
  expectKnown(
    "column family",
    column_families,
    inSpaces.map(({ columnFamily }) => columnFamily),
  );
  return inSpaces.filter(({ columnFamily }) => column_families?.includes(columnFamily) ?? true);
}

function expectKnown(what: string, names: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ReeveError("bad-input", `there is no ${what} ${unknown}${suggestionFor(unknown, known)}`);
}
