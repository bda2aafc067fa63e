import {
  type BackedUpNode,
  expectNoData,
  expectSameSize,
  isIntact,
  type Manifest,
  manifestToRestore,
  parametersOf,
  placeOf,
  planOfRestore,
  readIntact,
} from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Work, WorkContext, WorkPlan } from "@reeve/orchestrator/engine";
import type { RestoreInput } from "@reeve/wide-column-models";
import type { BackedUp } from "./backup.ts";
import type { SimulatedNodeRecord } from "./database.ts";
import { joinedNodes } from "./maintenance.ts";
import { type NodeContent, type Row, readRowsFile, rowsFile } from "./rows.ts";
import { type SimulatedSchema, simulatedTablesOf, tableName } from "./schema.ts";

/** The verified manifest and schema of a backup, kept until the data of all nodes is restored in one step. */
interface Staged {
  readonly manifest: Manifest;
  readonly schema: SimulatedSchema;
}

/** Makes the plan of a restore. Refuses a backup that does not exist or does not fit, and a cluster with other data. */
export function simulatedRestorePlan(request: RestoreInput, backed: BackedUp): WorkPlan {
  return planOfRestore(request, backed, "at once", (work, context) => fittingManifest(work, context, backed));
}

/** Fetches the manifest and the schema of a backup. */
export async function simulateSchemaRestore(work: Work, context: WorkContext, backed: BackedUp): Promise<void> {
  const { backup_name: backup, id } = parametersOf(work);
  const { manifest, place } = await fittingManifest(work, context, backed);
  const schema = JSON.parse(await readIntact(place, backup, manifest.schema, context.signal)) as SimulatedSchema;
  const old = [...backed.store.entries("staged/")].map(([key]): [string, unknown] => [key, undefined]);
  const staged: Staged = { manifest, schema };
  backed.store.write([...old, [`staged/${id}/schema`, staged]]);
  context.report(`${Object.keys(schema.key_spaces).join(", ")} of ${manifest.created}, from ${place.place}`);
}

/** Fetches the rows of a node, and verifies their checksums. */
export async function simulateDownload(work: Work, context: WorkContext, backed: BackedUp): Promise<void> {
  const { backup_name: backup, id } = parametersOf(work);
  const { node = "" } = work;
  const { manifest } = stagedSchema(backed, id);
  const { files } = sourceOf(manifest, backed.names().indexOf(node));
  const place = await placeOf(work, context, backed.openObjectStore);
  const tables: Record<string, (readonly [string, Row])[]> = {};
  for (const file of files) {
    tables[file.table] = [...readRowsFile(await readIntact(place, backup, file, context.signal))];
    context.report(`${Object.keys(tables).length} of ${files.length} files from ${place.place}`);
  }
  backed.store.write([[`staged/${id}/rows/${node}`, tables]]);
}

/** Replaces all rows of the new cluster with the downloaded rows, in one transaction. */
export async function simulateRestore(work: Work, { report }: WorkContext, backed: BackedUp): Promise<void> {
  const { database, membership, store } = backed;
  const { id } = parametersOf(work);
  if (store.get("restored") === id) return;
  const { manifest, schema } = stagedSchema(backed, id);
  const nodes = new Map<string, SimulatedNodeRecord>();
  const content = new Map<string, NodeContent>();
  for (const [index, node] of joinedNodes(backed).entries()) {
    const record = database.record(node);
    const tables = store.get(`staged/${id}/rows/${node}`) as Record<string, [string, Row][]> | undefined;
    if (!tables) throw new ReeveError("conflict", `the downloaded files of ${node} are gone; start the restore again`);
    if (membership.mode(node) !== "NORMAL" || !record) {
      throw new ReeveError("conflict", `nothing was restored: ${node} is ${membership.mode(node)}, but all nodes have to run`);
    }
    nodes.set(node, { ...record, tokens: sourceOf(manifest, index).tokens });
    content.set(node, new Map(Object.entries(tables).map(([table, rows]) => [table, new Map(rows)])));
  }
  refuseOtherData(manifest, backed);
  const staged = [...store.entries("staged/")].map(([key]): [string, unknown] => [key, undefined]);
  database.change({ nodes, schema, content, untouched: false, more: [...staged, ["restored", id]] });
  report(`${manifest.nodes.length} nodes as they were at ${manifest.created}`);
}

function stagedSchema({ store }: BackedUp, id: string): Staged {
  const staged = store.get(`staged/${id}/schema`) as Staged | undefined;
  if (staged) return staged;
  throw new ReeveError("conflict", "the downloaded files of the backup are gone; start the restore again");
}

function sourceOf({ nodes, backup }: Manifest, index: number): BackedUpNode {
  const source = nodes[index];
  if (source) return source;
  throw new ReeveError("conflict", `the backup ${backup} has no node ${index}`);
}

async function fittingManifest(work: Work, context: Pick<WorkContext, "secrets" | "signal">, backed: BackedUp) {
  const read = await manifestToRestore(1, work, context, backed);
  expectSameSize(read.manifest, backed);
  refuseOtherData(read.manifest, backed);
  return read;
}

/** Refuses a cluster with other data, because the rows of clients would be lost. The same backup may be restored again. */
function refuseOtherData(manifest: Manifest, { database, instance, names }: BackedUp): void {
  if (database.untouched()) return;
  const here = names();
  const held = simulatedTablesOf(database.schema()).filter((table) => {
    const rows = here.map((node) => database.rows.of(node, table));
    const files = manifest.nodes.map((node) => node.files.find((file) => file.table === tableName(table)));
    const isSame = rows.every((each, index) => {
      const file = files[index];
      return file !== undefined && isIntact(file, Buffer.from(rowsFile(each)));
    });
    return files.some((file) => file !== undefined) && rows.some(({ size }) => size > 0) && !isSame;
  });
  expectNoData([...new Set(held.map(({ keySpace }) => keySpace))], manifest, instance);
}
