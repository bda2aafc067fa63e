import type { Clock, Store, Work, WorkContext, WorkPhase, WorkPlan } from "@reeve/orchestrator/engine";
import type { BackupInput } from "@reeve/wide-column-models";
import { type BackupRetention, retain } from "../catalog/retention.ts";
import type { Upload } from "../catalog/unfinished.ts";
import type { BackupKeys } from "../keys/backup-keys.ts";
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
  readonly id: string;
  /** Whether the nodes upload their snapshots at the same time. */
  readonly uploads: "serial" | "parallel";
  /** The name of further work that is done during the uploads. */
  readonly schemaWork?: string;
  /** Refuses a database that cannot be backed up. */
  check?(): Promise<void>;
}

/**
 * Makes the plan of a backup: all nodes take snapshots and then upload them. Finally the manifest is written, which completes the backup.
 * Old backups are deleted if a retention is set.
 */
export async function planOfBackup(request: BackupInput, database: DatabaseWithBackups, options: PlanOptions): Promise<WorkPlan> {
  const { id, uploads, schemaWork, check } = options;
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
export function uploadOf(work: Work, place: ObjectStore, { signal, report }: WorkContext, database: DatabaseWithBackups): Upload {
  const { instance, store, clock } = database;
  const { backup_name: backup, id } = parametersOf(work);
  return { place, backup, snapshot: id, service: instance, store, now: () => clock.now(), signal, report };
}

/** Deletes the backups that the retention rules no longer keep. */
export async function dropOld(work: Work, context: WorkContext, database: DatabaseWithBackups): Promise<void> {
  const { instance, clock, openObjectStore, keys } = database;
  const place = await placeOf(work, context, openObjectStore);
  context.report(await retain(place, instance, database.retention(), { keys, now: clock.now(), signal: context.signal }));
}
