import { setTimeout as sleep } from "node:timers/promises";
import { chosenTables, type TableChoice } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Store, Work, WorkContext } from "@reeve/orchestrator/engine";
import { STORAGE } from "../agent/beans.ts";
import type { Member } from "../cluster/members.ts";
import { viewsOf } from "../cluster/readiness.ts";
import { type Maintained, workingMember } from "./maintained.ts";
import { watchRepairs } from "./repair-progress.ts";
import { tablesOf } from "./tables.ts";

const POLL_INTERVAL = 500;

/** Repairs a node's ranges, one keyspace after another, so that all replicas have the same data. */
export async function repair(work: Work, { signal, report }: WorkContext, maintained: Maintained): Promise<void> {
  const { member, view } = await workingMember(work, maintained, { signal, report });
  const views = await viewsOf(maintained.members.placed(), signal);
  const away = views.find(([, other]) => other?.mode !== "NORMAL");
  if (away) {
    const [{ node }, other] = away;
    throw new ReeveError(
      "conflict",
      `${work.node} cannot be repaired while ${node.id} ${other ? `is ${other.mode}` : "does not answer"}: that node may have newer rows`,
    );
  }
  const { first_ranges = false, ...choice } = work.parameters as TableChoice & { readonly first_ranges?: boolean };
  const tables = chosenTables(view.keySpaces, await tablesOf(member, view.keySpaces, { signal }), choice);
  const wanted = [...Map.groupBy(tables, ({ keySpace }) => keySpace)].map(([keySpace, some]) => ({
    keySpace,
    families: some.map(({ columnFamily }) => columnFamily),
  }));
  await repairKeySpaces(member, wanted, { firstRanges: first_ranges, store: maintained.store, report }, signal);
  report(`${wanted.length} of ${wanted.length} keyspaces`);
}

/** Repairs keyspaces on a node, one after another, and reports how many of their ranges are done. */
export async function repairKeySpaces(
  member: Member,
  wanted: readonly { readonly keySpace: string; readonly families: readonly string[] }[],
  { report, ...options }: Pick<RepairOptions, "firstRanges" | "store"> & { report(message: string): void },
  signal: AbortSignal,
): Promise<void> {
  let before = "";
  let current: number | undefined;
  const over = new AbortController();
  void watchRepairs(
    member,
    { number: () => current, heard: ({ done, all }) => report(`${before}, ${done} of ${all} ranges`) },
    AbortSignal.any([signal, over.signal]),
  );
  try {
    for (const [done, { keySpace, families }] of wanted.entries()) {
      current = undefined;
      before = `${done} of ${wanted.length} keyspaces, ${keySpace} is being repaired`;
      report(before);
      const started = (number: number) => {
        current = number;
      };
      await repairKeySpace(member, keySpace, { ...options, families, started }, signal);
    }
  } finally {
    current = undefined;
    over.abort();
  }
}

interface RepairOptions {
  readonly families: readonly string[];
  /** Whether to repair only the primary ranges of the node. */
  readonly firstRanges: boolean;
  /** Called with the number that the database has given to the repair. */
  readonly started?: (number: number) => void;
  /** Where the repair in progress is recorded, so that it is not begun twice if the service is killed meanwhile. */
  readonly store: Store;
}

/**
 * Starts the repair of a keyspace on a node, and waits until it has ended. If the service was killed during the same repair, and the node
 * still works on it, only waits. If the signal aborts, the repair is stopped.
 */
export async function repairKeySpace(
  { agent, node }: Member,
  keySpace: string,
  { families, firstRanges, started, store }: RepairOptions,
  signal: AbortSignal,
): Promise<void> {
  const options = {
    parallelism: "parallel",
    incremental: "false",
    primaryRange: String(firstRanges),
    columnFamilies: families.join(","),
  };
  const statusOf = async (number: number) =>
    ((await agent.call(STORAGE, "getParentRepairStatus", [number], { signal })) ?? []) as readonly string[];
  const key = `repairing/${node.id}`;
  const what = JSON.stringify([keySpace, options]);
  const before = store.get(key) as { readonly what: string; readonly number: number } | undefined;
  const goesOn = before?.what === what && (await statusOf(before.number))[0] === "IN_PROGRESS";
  const number = goesOn ? before.number : Number(await agent.call(STORAGE, "repairAsync", [keySpace, options], { signal }));
  // There is only one replica or one node, so the database has started no repair.
  if (number === 0) return;
  store.write([[key, { what, number }]]);
  started?.(number);
  try {
    for (;;) {
      const [status, ...words] = await statusOf(number);
      if (status === "COMPLETED" || status === "FAILED") store.write([[key, undefined]]);
      if (status === "COMPLETED") return;
      if (status === "FAILED") throw new ReeveError("server-failure", `the repair of ${keySpace} failed: ${words.at(-1)}`);
      await sleep(POLL_INTERVAL, undefined, { signal });
    }
  } catch (error) {
    const { signal: now } = new AbortController();
    if (signal.aborted) await agent.call(STORAGE, "forceTerminateAllRepairSessions", [], { signal: now }).catch(() => undefined);
    throw error;
  }
}
