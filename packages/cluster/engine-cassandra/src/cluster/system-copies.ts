import { withClient } from "../maintenance/cql.ts";
import type { Member } from "./members.ts";

const KEY_SPACES = ["system_auth", "system_distributed", "system_traces"];

/** Sets the replication factor of `system_auth` and of the other replicated system keyspaces. */
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
