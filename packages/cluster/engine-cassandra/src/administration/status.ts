import type { NodeView } from "@reeve/orchestrator/engine";
import type { NodeStatus } from "@reeve/wide-column-models";
import type { DatabaseAccess } from "../cluster/access.ts";
import { placeFrom, viewFrom } from "../cluster/view.ts";

/**
 * Returns a node's status as the node itself reports it. If the node does not answer, the status comes from the record that the service
 * stored when the node joined.
 */
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
