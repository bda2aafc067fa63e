import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "@reeve/orchestrator/engine";
import type { SimulationOptions } from "../src/index.ts";
import { openInstance, type TestInstance } from "./instance.ts";

export type Database = TestInstance<"wide-column">;

/** Opens a database with running nodes at pace 0. */
export async function database(
  nodes: number,
  options: SimulationOptions = {},
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Database> {
  const opened = await openInstance({ kind: "wide-column", pace: 0, settings: { NODE_COUNT: nodes }, ...settings }, systemClock, options);
  for (const { id } of opened.nodes()) await up(opened, id);
  return opened;
}

export async function up(opened: Database, node: string): Promise<void> {
  await opened.launch(node);
  while ((await opened.ready(node)) !== "ready") await sleep(1);
}

/** Returns the number of rows of each table on each node. */
export async function rowCounts({ nodes, cluster }: Database): Promise<Readonly<Record<string, unknown>>> {
  const counts: Record<string, unknown> = {};
  for (const { id } of nodes()) counts[id] = (await cluster.administration.details(id)).key_spaces;
  return counts;
}

/** Returns the number of rows of a table on all nodes together. */
export async function copies(opened: Database, table: string): Promise<number> {
  const counts = Object.values(await rowCounts(opened)) as Record<string, Record<string, { rows: number }>>[];
  return counts.reduce((sum, spaces) => sum + (spaces.demo?.[table]?.rows ?? 0), 0);
}
