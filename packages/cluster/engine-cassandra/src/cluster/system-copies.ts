import type { NodeView } from "@reeve/orchestrator/engine";
import { withClient } from "../maintenance/cql.ts";
import type { DatabaseAccess, Member } from "./members.ts";

const KEY_SPACES = ["system_auth", "system_distributed", "system_traces"];

/** Sets the replication factor of `system_auth` and of the other replicated system keyspaces. */
export function setSystemCopies(member: Member, copies: number, signal: AbortSignal): Promise<void> {
  return withClient(member, signal, async (client) => {
    for (const keySpace of KEY_SPACES) {
      const query = "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?";
      const { rows } = await client.execute(query, [keySpace]);
      if (Number(rows[0]?.replication?.replication_factor) === copies) continue;
      await client.execute(`ALTER KEYSPACE ${keySpace} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': ${copies}}`);
    }
  });
}

/** The largest replication factor that the service sets for system keyspaces. */
const MAX_COPIES = 3;

/** Raises the replication factor of the system keyspaces, which is lower after one of the first nodes had left and joins again. */
export async function growCopies(
  node: NodeView,
  { members, records, count }: Pick<DatabaseAccess, "members" | "records" | "count">,
  signal: AbortSignal,
): Promise<void> {
  const member = members.of(node);
  const joined = records.all().size;
  const isLater = node.index >= records.firstSize(count());
  if (member && (isLater ? joined <= MAX_COPIES : joined >= count())) await setSystemCopies(member, Math.min(joined, MAX_COPIES), signal);
}
