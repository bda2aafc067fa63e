import type { Work, WorkContext } from "@reeve/orchestrator/engine";
import type { BackupInput } from "@reeve/wide-column-models";
import type { ObjectStore, OpenObjectStore } from "./object-store/object-store.ts";

/** The name and the place of a backup. They may be stored, in contrast to the access keys in a request. */
export interface BackupName {
  readonly backup_name: string;
  readonly external_location: string;
}

export const nameOfBackup = ({ backup_name, external_location }: BackupName): BackupName => ({
  backup_name,
  external_location,
});

/** Returns the access keys of a request, which must not be stored. */
export const keysOf = ({ s3_access_key, s3_secret_key }: BackupInput): Readonly<Record<string, string>> => ({
  s3_access_key,
  s3_secret_key,
});

/** The parameters that each step of a backup or restore gets. */
export interface BackupParameters extends BackupName {
  /** Identifies this backup or restore, because several can have the same name. */
  readonly id: string;
  /** The number of nodes when the backup was planned; absent for a restore. */
  readonly nodes?: number;
}

export const parametersOf = ({ parameters }: Work): BackupParameters => parameters as unknown as BackupParameters;

/** Opens the bucket in which a step stores or finds its backup, with the access keys from the request. */
export function placeOf(
  work: Work,
  { secrets }: Pick<WorkContext, "secrets">,
  open: OpenObjectStore,
): Promise<ObjectStore> {
  const { s3_access_key: accessKey = "", s3_secret_key: secretKey = "" } = secrets;
  return open(parametersOf(work).external_location, { accessKey, secretKey });
}
