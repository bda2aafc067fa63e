import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ReeveError } from "@reeve/contract";
import { reasonOf } from "../messages.ts";
import { migrateBack } from "./migrations.ts";
import type { InstanceRecord, NodeRecord, PlanRecord, StepRecord, TaskRecord } from "./records.ts";
import { CONFIGURATION, LIST, ownerOf } from "./rows.ts";

/** What a restore of a copy does with an instance. */
export interface InstanceToRestore {
  readonly name: string;
  /**
   * `restored`: the instance gets the configurations and plans of the copy. `unknown`: the copy does not know the instance. `gone`: the
   * instance has been removed since, so it is not restored.
   */
  readonly change: "restored" | "unknown" | "gone";
  /** The ids of the target configurations. */
  readonly target: { readonly now?: string; readonly copy?: string };
  /** The nodes that the copy does not know, each with its volumes. */
  readonly unknownNodes: readonly { readonly node: string; readonly volumes: readonly string[] }[];
  /** The nodes that only the copy knows, because they have left since. */
  readonly goneNodes: readonly string[];
}

type Rows = ReadonlyMap<string, string>;

/** Reads the format of a state; undefined if there is no state. Throws `conflict` if a service uses the state. */
export function stateFormat(folder: string): number | undefined {
  if (!existsSync(databaseIn(folder))) return undefined;
  using database = open(folder, true);
  return formatOf(database);
}

/** Writes a consistent copy of a state into a new file. */
export function copyState(folder: string, file: string): void {
  using database = open(folder, true);
  database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`);
}

/** Compares a copy with the state, and changes nothing. */
export function compareWithCopy(folder: string, copyFile: string): readonly InstanceToRestore[] {
  using database = open(folder, true);
  using copy = new DatabaseSync(copyFile, { readOnly: true });
  return compare(database, copy);
}

/**
 * Puts the orchestrator's part of a copy into the state, in one transaction, so that the version which wrote the copy can read the state:
 *
 * 1. Configurations, plans and definitions are those of the copy. A plan for a recovery or for maintenance is not, because its steps may
 *    have been done since.
 * 2. What is a fact now stays: the volumes, places and tasks of nodes, the history of maintenance, and all records of engines and
 *    runtimes, such as backups, or the topics and records of simulated brokers.
 * 3. The format becomes that of the copy.
 *
 * Instances and nodes that the copy does not know are dropped from the state; their volumes stay on the disk.
 */
export function restoreFromCopy(folder: string, copyFile: string): readonly InstanceToRestore[] {
  using database = open(folder, false);
  using copy = new DatabaseSync(copyFile, { readOnly: true });
  const instances = compare(database, copy);
  const [formatNow, format] = [formatOf(database), formatOf(copy)];
  const put = database.prepare("INSERT INTO entry (owner, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value");
  const takeAll = database.prepare("DELETE FROM entry WHERE owner = ?");
  const take = database.prepare("DELETE FROM entry WHERE owner = ? AND key = ?");
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const { name, change } of instances) {
      const owner = ownerOf(name);
      const before = rowsOf(database, owner);
      takeAll.run(owner);
      if (change !== "restored") {
        take.run(LIST, name);
        for (const other of [`engine/${name}`, `runtime/${name}`]) takeAll.run(other);
        continue;
      }
      put.run(LIST, name, rowsOf(copy, LIST).get(name) ?? "");
      for (const [key, value] of merged(before, rowsOf(copy, owner))) put.run(owner, key, value);
    }
    migrateBack(database, formatNow, format);
    database.exec(`PRAGMA user_version = ${format}; COMMIT`);
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
  return instances;
}

function databaseIn(folder: string): string {
  return join(folder, "reeve.sqlite");
}

/** Opens a state that no service uses. */
function open(folder: string, readOnly: boolean): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(databaseIn(folder), { timeout: 0, readOnly });
    // A running service holds a lock, which makes this fail.
    if (readOnly) database.prepare("SELECT count(*) FROM sqlite_schema").get();
    else database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT");
    return database;
  } catch (error) {
    database?.close();
    throw new ReeveError("conflict", `the state in ${folder} is in use, or cannot be read: ${reasonOf(error)}`, {}, { cause: error });
  }
}

function formatOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}

function rowsOf(database: DatabaseSync, owner: string): Rows {
  const rows = database.prepare("SELECT key, value FROM entry WHERE owner = ? ORDER BY key").all(owner);
  return new Map(rows.map(({ key, value }) => [String(key), String(value)]));
}

function compare(database: DatabaseSync, copy: DatabaseSync): readonly InstanceToRestore[] {
  const [now, then] = [rowsOf(database, LIST), rowsOf(copy, LIST)];
  const names = [...new Set([...now.keys(), ...then.keys()])].sort();
  return names.map((name) => {
    const [before, after] = [recordIn(now, name), recordIn(then, name)];
    const isGone = before === undefined || before.removing === true;
    const target = { ...(before && { now: before.target }), ...(after && { copy: after.target }) };
    if (isGone || !after) return { name, change: isGone ? "gone" : "unknown", target, unknownNodes: [], goneNodes: [] };
    const nodes = (source: DatabaseSync) => new Map([...nodesIn(rowsOf(source, ownerOf(name)))].map((node) => [node.id, node]));
    const [present, past] = [nodes(database), nodes(copy)];
    return {
      name,
      change: "restored",
      target,
      unknownNodes: [...present.values()]
        .filter(({ id }) => !past.has(id))
        .map(({ id, volumes }) => ({ node: id, volumes: Object.values(volumes) })),
      goneNodes: [...past.keys()].filter((id) => !present.has(id)),
    };
  });
}

function recordIn(rows: Rows, name: string): InstanceRecord | undefined {
  const text = rows.get(name);
  return text === undefined ? undefined : JSON.parse(text);
}

function nodesIn(rows: Rows): readonly NodeRecord[] {
  return [...rows].flatMap(([key, value]) => (key.startsWith(NODE) ? [JSON.parse(value) as NodeRecord] : []));
}

const NODE = "node/";
const MAINTENANCE = "maintenance/";

/** The rows of an instance: those of the copy, with what is a fact now. */
function* merged(now: Rows, copy: Rows): Iterable<readonly [key: string, value: string]> {
  const dropped = droppedPlans(copy);
  const known = configurationsIn(copy);
  for (const [key, value] of copy) {
    if (key.startsWith(MAINTENANCE)) continue;
    if (key.startsWith("plan") && dropped.has(planOf(key))) continue;
    const present = now.get(key);
    if (key.startsWith(NODE)) yield [key, present === undefined ? value : mergedNode(JSON.parse(present), JSON.parse(value), known)];
    else if (key.startsWith("plan.step/")) yield [key, JSON.stringify(rested(JSON.parse(value)))];
    else yield [key, value];
  }
  for (const [key, value] of now) {
    if (key.startsWith(MAINTENANCE)) yield [key, JSON.stringify(ended(JSON.parse(value)))];
  }
}

function configurationsIn(rows: Rows): ReadonlySet<string> {
  return new Set(
    [...rows].flatMap(([key, value]) => (key.startsWith(CONFIGURATION) ? [(JSON.parse(value) as { readonly id: string }).id] : [])),
  );
}

/** The name of the plan in a key such as `plan.step/deploy/000000001/000000002`. */
function planOf(key: string): string {
  return key.split("/")[1] ?? "";
}

/** The plans of recovery and of maintenance, which have a request. */
function droppedPlans(rows: Rows): ReadonlySet<string> {
  const plans = [...rows].filter(([key]) => key.startsWith("plan/")).map(([, value]) => JSON.parse(value) as PlanRecord);
  return new Set(plans.filter(({ name, request }) => name === "recovery" || request).map(({ name }) => name));
}

/** A step in progress begins again. */
function rested(step: StepRecord): StepRecord {
  return step.progress === "active" ? { ...step, progress: "pending" } : step;
}

/** Maintenance in progress has lost its plan. */
function ended(record: { outcome?: string }): object {
  return record.outcome === undefined ? { ...record, outcome: "failed", failure: "the state was restored from a copy" } : record;
}

/**
 * A node with the configuration of the copy, and with the volumes, the place and the tasks that it has now. A task that was launched with a
 * newer configuration, which the copy does not know, counts as one of the node's configuration in the copy.
 */
function mergedNode(now: NodeRecord, copy: NodeRecord, known: ReadonlySet<string>): string {
  const { volumes, volumeUse, done, identity, left, wasReady, placement, readyAt } = now;
  const { configuration = copy.wanted } = copy;
  const tasks = now.tasks.map((task) => (known.has(task.configuration) ? task : { ...task, configuration }));
  // An operation is dropped, because it may have ended since, or may be one of which the older version knows nothing.
  const { operation: _, replaced: __, avoid: ___, excused: ____, reason: _____, ...rest } = copy;
  const facts = {
    volumes,
    volumeUse,
    done,
    left,
    deaths: 0,
    ...(identity && { identity }),
    ...(wasReady !== undefined && { wasReady }),
    ...(placement && { placement }),
    ...(readyAt !== undefined && { readyAt }),
  };
  const isLaunched = tasks.some(({ state }) => state !== "finished");
  if (!isLaunched) return JSON.stringify({ ...copy, ...facts, tasks });
  return JSON.stringify({
    ...withoutSidecars(rest),
    ...facts,
    state: now.state === "paused" ? "paused" : "running",
    tasks: asRunning(tasks),
  });
}

function withoutSidecars(node: Omit<NodeRecord, "operation"> & { beside?: unknown }) {
  const { sidecars: _, beside: __, ...rest } = node;
  return rest;
}

/** The next service finds that the last task has ended, and so launches the node again. */
function asRunning(tasks: readonly TaskRecord[]): readonly TaskRecord[] {
  if (tasks.some(({ state }) => state === "running")) return tasks;
  const last = tasks.filter(({ state }) => state !== "finished").reduce((one, other) => (other.at > one.at ? other : one));
  return tasks.map((task) => (task === last ? { ...task, state: "running" } : task));
}
