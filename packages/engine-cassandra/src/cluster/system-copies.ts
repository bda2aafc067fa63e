import { withClient } from "../maintenance/cql.ts";
import type { Member } from "./members.ts";

const KEY_SPACES = ["system_auth", "system_distributed", "system_traces"];

/** Sets the replication factor of the database's system key spaces, such as the one with the roles. */
export function setSystemCopies(member: Member, copies: number, signal: AbortSignal): Promise<void> {
  return withClient(member, signal, async (client) => {
    for (const keySpace of KEY_SPACES) {
      const query = "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?";
      const { rows } = await client.execute(query, [keySpace]);
      if (Number(rows[0]?.replication?.replication_factor) === copies) continue;
      await client.execute(
        `ALTER KEYSPACE ${keySpace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': ${copies}}`,
      );
    }
  });
}
