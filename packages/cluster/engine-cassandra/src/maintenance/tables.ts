import { ReeveError } from "@reeve/contract";
import { suggestionFor } from "@reeve/orchestrator/engine";
import type { MaintenanceRequest } from "@reeve/wide-column-models";
import type { AgentCallOptions } from "../agent/agent.ts";
import { TABLES } from "../agent/beans.ts";
import type { Member } from "../cluster/members.ts";

export interface Table {
  readonly keySpace: string;
  readonly columnFamily: string;
}

/** The fields of a maintenance request that select tables. */
export type TableChoice = Pick<MaintenanceRequest, "key_spaces" | "column_families">;

/** Returns the tables of the given keyspaces, sorted. */
export async function tablesOf({ agent }: Member, keySpaces: readonly string[], options: AgentCallOptions): Promise<readonly Table[]> {
  const beans = [...(await agent.readAll(TABLES, "TableName", options)).keys()];
  const found = beans.map((bean) => ({
    keySpace: /keyspace=(\w+)/.exec(bean)?.[1] ?? "",
    columnFamily: /table=(\w+)/.exec(bean)?.[1] ?? "",
  }));
  return found.filter(({ keySpace }) => keySpaces.includes(keySpace)).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Returns the tables that a request selects. Refuses names that do not exist. */
export function chosenTables(
  keySpaces: readonly string[],
  tables: readonly Table[],
  { key_spaces, column_families }: TableChoice,
): readonly Table[] {
  expectKnown("keyspace", key_spaces, keySpaces);
  const inSpaces = tables.filter(({ keySpace }) => key_spaces?.includes(keySpace) ?? true);
  expectKnown(
    "column family",
    column_families,
    inSpaces.map(({ columnFamily }) => columnFamily),
  );
  return inSpaces.filter(({ columnFamily }) => column_families?.includes(columnFamily) ?? true);
}

export const nameOf = ({ keySpace, columnFamily }: Table): string => `${keySpace}.${columnFamily}`;

function expectKnown(what: string, names: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ReeveError("bad-input", `there is no ${what} ${unknown}${suggestionFor(unknown, known)}`);
}
