import { setTimeout as sleep } from "node:timers/promises";
import { chosenTables, type TableChoice } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Work, WorkContext } from "@reeve/orchestrator/engine";
import { LONG } from "../agent/agent.ts";
import { CLEAN_UP, DISK_SPACE, only, STORAGE } from "../agent/beans.ts";
import type { Member } from "../cluster/members.ts";
import { viewsOf } from "../cluster/readiness.ts";
import { type Maintained, workingMember } from "./maintained.ts";
import { nameOf, type Table, tablesOf } from "./tables.ts";

const POLL_INTERVAL = 1000;

/** Deletes, table by table, a node's copies of data that now belongs to other nodes. */
export async function cleanUp(work: Work, { signal, report }: WorkContext, maintained: Maintained): Promise<void> {
  const { member, view } = await workingMember(work, maintained, { signal, report });
  await settled(maintained, signal, report);
  const tables = chosenTables(view.keySpaces, await tablesOf(member, view.keySpaces, { signal }), work.parameters as TableChoice);
  const freedBytes: string[] = [];
  for (const [done, table] of tables.entries()) {
    report(progress(done, tables.length, freedBytes, `${nameOf(table)} is being cleaned up`));
    const before = await bytesOf(member, table, signal);
    const { keySpace, columnFamily } = table;
    const code = await member.agent.call(STORAGE, CLEAN_UP, [1, keySpace, [columnFamily]], { signal, timeout: LONG });
    if (code !== 0) {
      throw new ReeveError(
        "conflict",
        `${nameOf(table)} was not cleaned up: another compaction of the table could not be stopped; try again`,
      );
    }
    const freed = before - (await bytesOf(member, table, signal));
    if (freed > 0) freedBytes.push(`${nameOf(table)}: ${freed} bytes freed`);
  }
  report(progress(tables.length, tables.length, freedBytes));
}

/** Waits until no node is joining, leaving or moving. Otherwise, the database would skip the cleanup and still report success. */
async function settled({ members }: Maintained, signal: AbortSignal, report: (message: string) => void): Promise<void> {
  for (;;) {
    const views = await viewsOf(members.alive(), signal);
    const moving = views.find(([, view]) => view && view.joining.size + view.leaving.size + view.moving.size > 0);
    if (!moving) return;
    report("waiting until no node joins or leaves");
    await sleep(POLL_INTERVAL, undefined, { signal });
  }
}

async function bytesOf({ agent }: Member, { keySpace, columnFamily }: Table, signal: AbortSignal): Promise<number> {
  const { Count } = await agent.read(only(DISK_SPACE, keySpace, columnFamily), ["Count"], { signal });
  return Number(Count);
}

function progress(done: number, all: number, freedBytes: readonly string[], now?: string): string {
  return [`${done} of ${all} column families`, ...freedBytes, ...(now === undefined ? [] : [now])].join(", ");
}
