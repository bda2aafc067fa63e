import type { AgentCallOptions } from "../agent/agent.ts";
import { TABLES } from "../agent/beans.ts";
import type { Member } from "../cluster/members.ts";

export interface Table {
  readonly keySpace: string;
  readonly columnFamily: string;
}

/** Returns the tables of the given keyspaces, sorted. */
export async function tablesOf({ agent }: Member, keySpaces: readonly string[], options: AgentCallOptions): Promise<readonly Table[]> {
  const beans = [...(await agent.readAll(TABLES, "TableName", options)).keys()];
  const tables = beans.map(tableIn).filter(({ keySpace }) => keySpaces.includes(keySpace));
  return tables.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

export const nameOf = ({ keySpace, columnFamily }: Table): string => `${keySpace}.${columnFamily}`;

/** Reads the table that the name of a bean names. */
export function tableIn(bean: string): Table {
  return { keySpace: /keyspace=(\w+)/.exec(bean)?.[1] ?? "", columnFamily: /(?:table|scope)=(\w+)/.exec(bean)?.[1] ?? "" };
}
