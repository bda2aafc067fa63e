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
  const found = beans.map((bean) => ({
    keySpace: /keyspace=(\w+)/.exec(bean)?.[1] ?? "",
    columnFamily: /table=(\w+)/.exec(bean)?.[1] ?? "",
  }));
  return found.filter(({ keySpace }) => keySpaces.includes(keySpace)).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

export const nameOf = ({ keySpace, columnFamily }: Table): string => `${keySpace}.${columnFamily}`;
