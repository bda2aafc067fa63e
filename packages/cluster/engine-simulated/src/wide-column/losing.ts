import type { NodeView, Readiness } from "@reeve/orchestrator/engine";
import { newestCopies } from "./copies.ts";
import type { SimulatedDatabase } from "./database.ts";
import type { RingMembership } from "./membership.ts";
import { simulatedTablesOf, tableName } from "./schema.ts";

/** Whether each row on the lost nodes also has an equally new copy on another running node. */
export function mayLoseRows(
  lost: readonly NodeView[],
  nodes: readonly NodeView[],
  { database, membership }: { readonly database: SimulatedDatabase; readonly membership: RingMembership },
): Readiness {
  const ids = lost.map(({ id }) => id);
  const others = nodes.filter(({ id }) => !ids.includes(id));
  const running = others.filter(({ id }) => membership.mode(id) === "NORMAL").map(({ id }) => id);
  const held = simulatedTablesOf(database.schema()).flatMap((table) => {
    const elsewhere = newestCopies(database, table, running);
    const only = [...newestCopies(database, table, ids)].filter(
      ([key, row]) => (elsewhere.get(key)?.[1] ?? -1) < row[1],
    );
    return only.length === 0 ? [] : [`${only.length} rows of ${tableName(table)}`];
  });
  if (held.length === 0) return { ready: true };
  const away = others.filter(({ id }) => !running.includes(id)).map(({ id }) => id);
  const help = away.length > 0 ? `bring back ${away.join(", ")}` : "run a repair first";
  return {
    ready: false,
    reason: `${held.join(", ")} have no copy on another running node; ${help}, or force the operation and lose the data that only ${ids.join(" and ")} has`,
  };
}
