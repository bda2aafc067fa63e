import type { NodeView, Readiness } from "@reeve/orchestrator/engine";
import { newestCopies } from "./copies.ts";
import type { SimulatedDatabase } from "./database.ts";
import type { RingMembership } from "./membership.ts";
import { createRing } from "./ring.ts";
import type { RowChange } from "./rows.ts";
import { simulatedTablesOf, tableName } from "./schema.ts";

interface LeavingParts {
  readonly database: SimulatedDatabase;
  readonly membership: RingMembership;
  /** Returns all nodes, including the leaving one. */
  nodes(): readonly NodeView[];
}

/** In one transaction, copies the rows of a leaving node to their new owners, and removes the node's tokens from the ring. */
export function giveAway({ id }: NodeView, { database, membership, nodes }: LeavingParts): Readiness {
  // The node has never joined, or its rows have already been moved.
  if (!database.record(id)) return { ready: true };
  const others = nodes().filter((node) => node.id !== id && database.record(node.id) !== undefined);
  for (const each of [id, ...others.map((node) => node.id)]) {
    if (membership.mode(each) !== "NORMAL") {
      return {
        ready: false,
        reason: `${each} is ${membership.mode(each)}, but all nodes are needed to move the rows of ${id}`,
      };
    }
  }
  const staying = [...database.records()].filter(([node]) => node !== id);
  const ring = createRing(new Map(staying.map(([node, { tokens }]) => [node, tokens])));
  const rows = simulatedTablesOf(database.schema()).flatMap((table) =>
    [...newestCopies(database, table, [...staying.map(([node]) => node), id])].flatMap(([key, row]) =>
      ring
        .owners(key, table.replication)
        .filter((owner) => (database.rows.of(owner, table).get(key)?.[1] ?? -1) < row[1])
        .map((node): RowChange => ({ node, table: tableName(table), key, row })),
    ),
  );
  database.change({ nodes: new Map([[id, undefined]]), rows });
  return { ready: true };
}

/** Deletes the rows of a node that has left. */
export function forgetRows({ id }: NodeView, database: SimulatedDatabase): Readiness {
  database.change({ content: new Map([[id, new Map()]]) });
  return { ready: true };
}
