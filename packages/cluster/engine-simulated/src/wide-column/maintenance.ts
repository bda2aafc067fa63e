import type { TableChoice } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Work, WorkContext } from "@reeve/orchestrator/engine";
import type { Timers } from "../world/timers.ts";
import { notOwned, outOfStep } from "./copies.ts";
import type { SimulatedDatabase } from "./database.ts";
import type { RingMembership } from "./membership.ts";
import type { RowChange } from "./rows.ts";
import { chosenSimulatedTables, type SimulatedTable } from "./schema.ts";

// Durations in milliseconds at pace 1.
const PER_TABLE = 80;
const PER_ROW = 0.2;
const POLL_INTERVAL = 50;

/** What maintenance needs to know about a database. */
export interface SimulatedMaintenance {
  readonly database: SimulatedDatabase;
  readonly membership: RingMembership;
  readonly timers: Timers;
  /** Returns all nodes of the definition, including those that have not joined yet. */
  names(): readonly string[];
}

/** Deletes the rows that a node stores but does not own. */
export async function simulateCleanup(work: Work, context: WorkContext, maintained: SimulatedMaintenance): Promise<void> {
  const { database, membership, timers, names } = maintained;
  const node = await workingNode(work, maintained);
  // Waits until no node is joining, because Cassandra itself skips a cleanup while a node is joining.
  while (names().some((each) => ["STARTING", "JOINING"].includes(membership.mode(each)))) {
    context.report("waiting until no node is joining");
    await timers.sleep(POLL_INTERVAL, context.signal);
  }
  await eachTable(work, context, maintained, "deleted", (table) => notOwned(database, table, node));
}

/** Makes all copies of a node's rows the same. */
export async function simulateRepair(work: Work, context: WorkContext, maintained: SimulatedMaintenance): Promise<void> {
  const { database, membership } = maintained;
  const node = await workingNode(work, maintained);
  await eachTable(work, context, maintained, "brought in sync", (table) => {
    const nodes = joinedNodes(maintained);
    const away = nodes.find((each) => membership.mode(each) !== "NORMAL");
    if (away !== undefined) {
      throw new ReeveError(
        "conflict",
        `${node} cannot be repaired while ${away} is ${membership.mode(away)}: that node may have newer rows`,
      );
    }
    return outOfStep(database, table, node, nodes);
  });
}

/** Returns the nodes that have joined. Only these nodes have rows. */
export function joinedNodes({ database, names }: SimulatedMaintenance): readonly string[] {
  return names().filter((node) => database.record(node) !== undefined);
}

async function workingNode({ node = "", name }: Work, { membership }: SimulatedMaintenance): Promise<string> {
  if (membership.mode(node) === "NORMAL") return node;
  throw new ReeveError("conflict", `${node} has to run for its ${name}, but it is ${membership.mode(node)}`);
}

async function eachTable(
  { parameters }: Work,
  { signal, report }: WorkContext,
  { database, timers }: SimulatedMaintenance,
  done: string,
  changesOf: (table: SimulatedTable) => readonly RowChange[],
): Promise<void> {
  const results: string[] = [];
  for (const table of chosenSimulatedTables(database.schema(), parameters as TableChoice)) {
    await timers.sleep(PER_TABLE + PER_ROW * changesOf(table).length, signal);
    const rows = changesOf(table);
    if (rows.length > 0) database.change({ rows });
    results.push(`${table.keySpace}.${table.columnFamily}: ${rows.length} rows ${done}`);
    report(results.join(", "));
  }
}
