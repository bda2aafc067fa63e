import { randomUUID } from "node:crypto";
import type { Clock, Store, Work, WorkContext, WorkPhase, WorkPlan } from "@reeve/orchestrator/engine";
import type { BackupInput } from "@reeve/wide-column-models";
import { type BackupRetention, retain } from "../catalog/retention.ts";
import { beginUpload, endUpload, expectUnfinished, type Upload } from "../catalog/unfinished.ts";
import type { BackupKeys } from "../keys/backup-keys.ts";
import type { AboutBackup, AnyManifest } from "../layout/manifest.ts";
import { writeManifest } from "../layout/signed-manifest.ts";
import { isComplete } from "../layout/trusted-backup.ts";
import type { ObjectStore, OpenObjectStore } from "../object-store/object-store.ts";
import { checkEarly } from "../object-store/open-object-store.ts";
import { type BackupParameters, keysOf, nameOfBackup, parametersOf, placeOf } from "./parameters.ts";

/** What the plans of backups and restores need to know about a database. */
export interface DatabaseWithBackups {
  readonly instance: string;
  readonly store: Store;
  readonly clock: Pick<Clock, "now">;
  readonly openObjectStore: OpenObjectStore;
  readonly keys: BackupKeys;
  /** Returns the rules for how many backups to keep, and for how long. */
  retention(): BackupRetention;
  /** Returns the ids of all nodes in the definition. */
  names(): readonly string[];
}

/** How the backups of a database differ from those of others. */
interface PlanOptions {
  /** Whether the nodes upload their snapshots at the same time. */
  readonly uploads: "serial" | "parallel";
  /** The name of further work that is done during the uploads. */
  readonly schemaWork?: string;
  /** Refuses a database that cannot be backed up. */
  check?(): Promise<void>;
}

/** Makes the plan of a backup: snapshots, their upload, the manifest that completes the backup, and the end of old backups. */
export async function planOfBackup(request: BackupInput, database: DatabaseWithBackups, options: PlanOptions): Promise<WorkPlan> {
  const { uploads, schemaWork, check } = options;
  const id = randomUUID();
  const nodes = database.names();
  const parameters = { ...nameOfBackup(request), id, nodes: nodes.length };
  const secrets = keysOf(request);
  const place = await placeOf({ name: "backup", parameters }, { secrets }, database.openObjectStore);
  const step = (name: string) => (node: string) => ({ name: node, work: { name, node, parameters } });
  const ofSchema = schemaWork === undefined ? [] : [{ name: "schema", work: { name: schemaWork, parameters } }];
  const manifest = { name: "BackupSchema", work: { name: "backup-schema", parameters } };
  return {
    name: "backup",
    phases: [
      { name: "Snapshot", strategy: "parallel", steps: nodes.map(step("snapshot")) },
      { name: "Upload", strategy: uploads, steps: [...nodes.map(step("upload")), ...ofSchema] },
      { name: "BackupSchema", strategy: "serial", steps: [manifest] },
      ...retentionPhases(database.retention(), parameters),
    ],
    secrets,
    place: place.place,
    request: { ...nameOfBackup(request) },
    async check() {
      await check?.();
      await checkEarly((signal) => isComplete(place, { backup: request.backup_name, snapshot: id }, database.keys, signal));
    },
  };
}

/** Returns the phase that deletes old backups at the end of a backup's plan; no phase if no retention is set. */
function retentionPhases({ keep, days }: BackupRetention, parameters: BackupParameters): readonly WorkPhase[] {
  if (keep === undefined && days === undefined) return [];
  const work = { name: "retention", parameters: { ...parameters } };
  return [{ name: "Retention", strategy: "serial", steps: [{ name: "Retention", work }] }];
}

/** The upload that the steps of a backup begin, continue and end. */
async function uploadOf(
  work: Work,
  context: WorkContext,
  { instance, store, clock, openObjectStore }: DatabaseWithBackups,
): Promise<Upload> {
  const { backup_name: backup, id } = parametersOf(work);
  const { signal, report } = context;
  const place = await placeOf(work, context, openObjectStore);
  return { place, backup, snapshot: id, service: instance, store, now: () => clock.now(), signal, report };
}

/** Begins the upload of a node's files, or continues it, and returns the bucket. Refuses if another backup has the same name. */
export async function beginFiles(work: Work, context: WorkContext, database: DatabaseWithBackups): Promise<ObjectStore> {
  const upload = await uploadOf(work, context, database);
  await isComplete(upload.place, upload, database.keys, context.signal);
  await beginUpload(upload);
  return upload.place;
}

/**
 * Stores the schema, and then the manifest, which completes the backup. If the service was killed after the manifest, only ends the upload.
 * `make` makes both from what the earlier steps have recorded, and throws if that is missing.
 */
export async function completeBackup(
  work: Work,
  context: WorkContext,
  database: DatabaseWithBackups,
  make: (about: Omit<AboutBackup, "schema">) => { readonly manifest: AnyManifest; readonly schema: Uint8Array },
): Promise<void> {
  const upload = await uploadOf(work, context, database);
  const { place, backup, snapshot, service, now, signal } = upload;
  if (!(await isComplete(place, upload, database.keys, signal))) {
    const { manifest, schema } = make({ snapshot, backup, service, created: new Date(now()).toISOString() });
    await expectUnfinished(upload);
    await place.put(`${backup}/${manifest.schema.path}`, schema, signal);
    await writeManifest(place, manifest, database.keys, signal);
  }
  await endUpload(upload);
  context.report(`complete in ${place.place}`);
}

/** Deletes the backups that the retention rules no longer keep. */
export async function dropOld(work: Work, context: WorkContext, database: DatabaseWithBackups): Promise<void> {
  const { instance, clock, openObjectStore, keys } = database;
  const place = await placeOf(work, context, openObjectStore);
  context.report(await retain(place, instance, database.retention(), { keys, now: clock.now(), signal: context.signal }));
}
