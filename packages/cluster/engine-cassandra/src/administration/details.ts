import type { NodeView } from "@reeve/orchestrator/engine";
import type { NodeStatus } from "@reeve/wide-column-models";
import { DISK_SPACE, PARTITIONS } from "../agent/beans.ts";
import type { DatabaseAccess, Member, Members } from "../cluster/members.ts";
import { isSystem, placeFrom, viewFrom } from "../cluster/view.ts";
import { type Table, tableIn } from "../maintenance/tables.ts";

/** What one node stores of a column family. */
export interface NodeTable extends Table {
  /** The number of partitions, as the node estimates it. */
  readonly partitions: number;
  /** Bytes on the node's disk. */
  readonly bytes: number;
}

/** Returns a node's keyspaces, with what the node stores of their column families. */
export async function nodeDetails(node: NodeView, members: Members): Promise<Readonly<Record<string, unknown>>> {
  const member = members.of(node);
  const { signal } = new AbortController();
  const view = member && (await viewFrom(member, { signal }));
  if (!view) return { mode: "UNKNOWN", key_spaces: {} };
  const key_spaces: Record<string, Record<string, Pick<NodeTable, "partitions" | "bytes">>> = {};
  for (const { keySpace, columnFamily, partitions, bytes } of await nodeTables(member, signal)) {
    if (isSystem(keySpace)) continue;
    key_spaces[keySpace] = { ...key_spaces[keySpace], [columnFamily]: { partitions, bytes } };
  }
  return { mode: view.mode, key_spaces };
}

/** Returns what a node stores of each column family. */
export async function nodeTables({ agent }: Member, signal: AbortSignal): Promise<readonly NodeTable[]> {
  const [bytes, partitions] = await Promise.all([
    agent.readAll(DISK_SPACE, "Count", { signal }),
    agent.readAll(PARTITIONS, "Value", { signal }),
  ]);
  return [...bytes].map(([bean, count]) => ({
    ...tableIn(bean),
    partitions: Number(partitions.get(bean.replace("LiveDiskSpaceUsed", "EstimatedPartitionCount")) ?? 0),
    bytes: Number(count),
  }));
}

/** Returns a node's status as the node reports it; if it does not answer, from the record of its joining. */
export async function statusOfNode(node: NodeView, { members, records }: DatabaseAccess): Promise<NodeStatus> {
  const { signal } = new AbortController();
  const member = members.of(node);
  const [view, place] = member
    ? await Promise.all([viewFrom(member, { signal }), placeFrom(member, { signal }).catch(() => undefined)])
    : [];
  const record = records.of(node.id);
  return {
    mode: view?.mode ?? "UNKNOWN",
    joined: view?.joined ?? false,
    // The Thrift protocol was removed from Cassandra, so this is always false.
    rpc_running: false,
    native_transport_running: view?.takesClients ?? false,
    gossip_initialized: view?.initialized ?? false,
    gossip_running: view?.gossips ?? false,
    host_id: view?.hostId ?? record?.hostId ?? null,
    endpoint: member?.native.host ?? null,
    token_count: view?.tokens.length ?? record?.tokens.length ?? 0,
    data_center: place?.dataCenter ?? null,
    rack: place?.rack ?? null,
    version: view?.version ?? null,
  };
}
