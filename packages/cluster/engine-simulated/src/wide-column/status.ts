import type { NodeView } from "@reeve/orchestrator/engine";
import type { NodeStatus } from "@reeve/wide-column-models";
import type { SimulatedDatabase } from "./database.ts";
import type { RingMembership } from "./membership.ts";
import { simulatedTablesOf } from "./schema.ts";

export function simulatedNodeStatus(
  { id, placement }: NodeView,
  database: SimulatedDatabase,
  membership: RingMembership,
): NodeStatus {
  const mode = membership.mode(id);
  const record = database.record(id);
  const serves = mode === "NORMAL";
  const gossips = serves || mode === "JOINING";
  return {
    mode,
    joined: serves,
    rpc_running: false,
    native_transport_running: serves,
    gossip_initialized: gossips,
    gossip_running: gossips,
    host_id: record?.hostId ?? null,
    endpoint: placement?.addresses[0] ?? null,
    token_count: record?.tokens.length ?? 0,
    data_center: "datacenter1",
    rack: "rack1",
    version: "simulated",
  };
}

/** Returns a node's details: for each table, the number of rows on the node. */
export function simulatedNodeDetails(
  { id }: NodeView,
  database: SimulatedDatabase,
  membership: RingMembership,
): Readonly<Record<string, unknown>> {
  const key_spaces: Record<string, Record<string, { readonly rows: number }>> = {};
  for (const table of simulatedTablesOf(database.schema())) {
    const tables = key_spaces[table.keySpace] ?? {};
    tables[table.columnFamily] = { rows: database.rows.of(id, table).size };
    key_spaces[table.keySpace] = tables;
  }
  return { mode: membership.mode(id), key_spaces };
}
