import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "cassandra-driver";
import type { Member } from "../cluster/members.ts";
import { withClient } from "./cql.ts";

/** How many ranges a repair has completed (`done`), and how many ranges it has in total. */
export interface Ranges {
  readonly done: number;
  readonly all: number;
}

/** A repair, as the database lists it in a system view. */
export interface RepairRow {
  readonly id: unknown;
  readonly command_id: number;
  readonly ranges: readonly (readonly string[])[] | null;
}

/** One session of a repair. A session repairs the ranges that have the same replicas. */
export interface SessionRow {
  readonly repair_id: unknown;
  readonly completed: boolean;
  readonly ranges: readonly string[] | null;
}

const POLL_INTERVAL = 1000;

/** Reports the progress of a node's repairs until the signal aborts. If the node does not answer, only the reports end. */
export async function watchRepairs(
  member: Member,
  { number, heard }: { number(): number | undefined; heard(ranges: Ranges): void },
  signal: AbortSignal,
): Promise<void> {
  const watch = async (client: Client): Promise<never> => {
    for (;;) {
      const current = number();
      const ranges = current === undefined ? undefined : await read(client, current);
      if (ranges && number() === current) heard(ranges);
      await sleep(POLL_INTERVAL, undefined, { signal });
    }
  };
  await withClient(member, signal, watch).catch(() => undefined);
}

async function read(client: Client, number: number): Promise<Ranges | undefined> {
  const [repairs, sessions] = await Promise.all([
    client.execute("SELECT id, command_id, ranges FROM system_views.repairs"),
    client.execute("SELECT repair_id, completed, ranges FROM system_views.repair_sessions"),
  ]);
  return rangesIn(repairs.rows as unknown as RepairRow[], sessions.rows as unknown as SessionRow[], number);
}

/** Returns the progress of the repair with the given number; undefined while the repair is being prepared. */
export function rangesIn(repairs: readonly RepairRow[], sessions: readonly SessionRow[], number: number): Ranges | undefined {
  const repair = repairs.find(({ command_id }) => command_id === number);
  const all = repair?.ranges?.flat().length ?? 0;
  if (!repair || all === 0) return undefined;
  const own = sessions.filter(({ repair_id, completed }) => completed && String(repair_id) === String(repair.id));
  return { done: own.reduce((sum, { ranges }) => sum + (ranges?.length ?? 0), 0), all };
}
