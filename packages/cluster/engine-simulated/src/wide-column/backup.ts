import { type BackedUpNode, beginFiles, completeBackup, type DatabaseWithBackups, describeFile, parametersOf } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Work, WorkContext } from "@reeve/orchestrator/engine";
import { joinedNodes, type SimulatedMaintenance } from "./maintenance.ts";
import { rowsFile } from "./rows.ts";
import { type SimulatedSchema, simulatedTablesOf, tableName } from "./schema.ts";

/** Durations in milliseconds at pace 1. */
const FLUSH = 80;

/** What backups and restores need to know about a database. */
export interface BackedUp extends SimulatedMaintenance, DatabaseWithBackups {}

/** A node's metadata at the time of its snapshot, stored until the backup is complete. */
interface Snapshot extends Omit<BackedUpNode, "files"> {
  readonly schema: SimulatedSchema;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly text: string }[];
}

/** Takes a consistent snapshot of a node. */
export async function simulateSnapshot(work: Work, { signal, report }: WorkContext, backed: BackedUp): Promise<void> {
  const { database, membership, timers, store } = backed;
  const { node = "" } = work;
  const { id, nodes } = parametersOf(work);
  await timers.sleep(FLUSH, signal);
  const joined = joinedNodes(backed).length;
  if (joined !== nodes) {
    throw new ReeveError("conflict", `the backup was planned for ${nodes} nodes, but ${joined} have joined; start the backup again`);
  }
  const record = database.record(node);
  if (membership.mode(node) !== "NORMAL" || !record) {
    throw new ReeveError("conflict", `${node} has to run for its snapshot, but it is ${membership.mode(node)}`);
  }
  const schema = database.schema();
  const tables = simulatedTablesOf(schema).map((table) => {
    const rows = database.rows.of(node, table);
    return { table: tableName(table), rows: rows.size, text: rowsFile(rows) };
  });
  const snapshot: Snapshot = { node, host_id: record.hostId, tokens: record.tokens, schema, tables };
  const old = [...store.entries("snapshot/")].filter(([key]) => !key.startsWith(`snapshot/${id}/`));
  store.write([...old.map(([key]): [string, undefined] => [key, undefined]), [`snapshot/${id}/${node}`, snapshot]]);
  report(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
}

/** Uploads the snapshot of a node. */
export async function simulateUpload(work: Work, context: WorkContext, backed: BackedUp): Promise<void> {
  const { backup_name: backup, id } = parametersOf(work);
  const place = await beginFiles(work, context, backed);
  const snapshot = backed.store.get(`snapshot/${id}/${work.node}`) as Snapshot | undefined;
  if (!snapshot) throw new ReeveError("conflict", `the snapshot of ${work.node} is gone; start the backup again`);
  let done = 0;
  for (const { table, text } of snapshot.tables) {
    await place.put(`${backup}/${fileOf(snapshot.node, table)}`, Buffer.from(text), context.signal);
    done++;
    context.report(`${done} of ${snapshot.tables.length} files in ${place.place}`);
  }
}

/** Uploads the schema, and then the manifest, with which the backup is complete. */
export async function simulateSchemaBackup(work: Work, context: WorkContext, backed: BackedUp): Promise<void> {
  const snapshots = [...backed.store.entries(`snapshot/${parametersOf(work).id}/`)] as [string, Snapshot][];
  await completeBackup(work, context, backed, (about) => {
    const [first] = snapshots;
    if (!first) throw new ReeveError("conflict", "the snapshots are gone; start the backup again");
    const schema = Buffer.from(JSON.stringify(first[1].schema));
    const nodes = snapshots.map(([, snapshot]) => backedUpNode(snapshot));
    return { manifest: { format: 1, ...about, schema: describeFile("schema.json", schema), nodes }, schema };
  });
  backed.store.write(snapshots.map(([key]) => [key, undefined]));
}

function backedUpNode({ node, host_id, tokens, tables }: Snapshot): BackedUpNode {
  const files = tables.map(({ table, rows, text }) => ({ ...describeFile(fileOf(node, table), Buffer.from(text)), table, rows }));
  return { node, host_id, tokens, files };
}

const fileOf = (node: string, table: string) => `${node}/${table}.jsonl`;
