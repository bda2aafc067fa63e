import { isUnderWay, type NodeView, notReady, READY, type Readiness } from "@reeve/orchestrator/engine";
import type { NodeStatus } from "@reeve/wide-column-models";
import { missingCopies, newestCopies } from "./copies.ts";
import type { SimulatedDatabase } from "./database.ts";
import type { SimulatedMaintenance } from "./maintenance.ts";
import type { RingMembership } from "./membership.ts";
import { createRing } from "./ring.ts";
import { simulatedTablesOf, tableName } from "./schema.ts";

export function simulatedNodeStatus({ id, placement }: NodeView, database: SimulatedDatabase, membership: RingMembership): NodeStatus {
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

/** Whether a node may start. Nodes join one at a time, as each copies its data from the others; one with data does not join. */
export function mayJoin(node: NodeView, nodes: readonly NodeView[], database: SimulatedDatabase): Readiness {
  const joins = ({ id, volumes }: NodeView) => {
    const record = database.record(id);
    return record?.volume === undefined || !Object.values(volumes).includes(record.volume);
  };
  if (!joins(node)) return READY;
  const other = nodes.find((peer) => peer.id !== node.id && isUnderWay(peer) && joins(peer));
  return other ? notReady(`${other.id} is joining: nodes join one at a time`) : READY;
}

type Ownership = Pick<SimulatedMaintenance, "database" | "membership">;

/** Gives the rows of a leaving node to their new owners and takes its tokens off the ring, in one transaction. */
export function giveAway({ id }: NodeView, nodes: readonly NodeView[], { database, membership }: Ownership): Readiness {
  // The node has never joined, or its rows have already been moved.
  if (!database.record(id)) return READY;
  const others = nodes.filter((node) => node.id !== id && database.record(node.id) !== undefined);
  for (const each of [id, ...others.map((node) => node.id)]) {
    if (membership.mode(each) !== "NORMAL") {
      return notReady(`${each} is ${membership.mode(each)}, but all nodes are needed to move the rows of ${id}`);
    }
  }
  const staying = [...database.records()].filter(([node]) => node !== id);
  const ring = createRing(new Map(staying.map(([node, { tokens }]) => [node, tokens])));
  const all = [...staying.map(([node]) => node), id];
  const rows = simulatedTablesOf(database.schema()).flatMap((table) => missingCopies(database, table, all, ring));
  database.change({ nodes: new Map([[id, undefined]]), rows });
  return READY;
}

/** Deletes the rows of a node that has left. */
export function forgetRows({ id }: NodeView, database: SimulatedDatabase): Readiness {
  database.change({ content: new Map([[id, new Map()]]) });
  return READY;
}

/** Whether each row on the lost nodes also has an equally new copy on another running node. */
export function mayLoseRows(lost: readonly NodeView[], nodes: readonly NodeView[], { database, membership }: Ownership): Readiness {
  const ids = lost.map(({ id }) => id);
  const others = nodes.filter(({ id }) => !ids.includes(id));
  const running = others.filter(({ id }) => membership.mode(id) === "NORMAL").map(({ id }) => id);
  const held = simulatedTablesOf(database.schema()).flatMap((table) => {
    const elsewhere = newestCopies(database, table, running);
    const only = [...newestCopies(database, table, ids)].filter(([key, row]) => (elsewhere.get(key)?.[1] ?? -1) < row[1]);
    return only.length === 0 ? [] : [`${only.length} rows of ${tableName(table)}`];
  });
  if (held.length === 0) return READY;
  const away = others.filter(({ id }) => !running.includes(id)).map(({ id }) => id);
  const help = away.length > 0 ? `bring back ${away.join(", ")}` : "run a repair first";
  return notReady(
    `${held.join(", ")} have no copy on another running node; ${help}, or force the operation and lose the data that only ${ids.join(" and ")} has`,
  );
}
