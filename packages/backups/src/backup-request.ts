import type { Work, WorkContext } from "@reeve/orchestrator";
import type { BackupInput } from "@reeve/wide-column-models";
import type { ObjectStore, OpenObjectStore } from "./object-store/object-store.ts";

/** Which backup, and where: what of a request may be kept. */
export interface BackupName {
  readonly backup_name: string;
  readonly external_location: string;
}

export const nameOfBackup = ({ backup_name, external_location }: BackupName): BackupName => ({
  backup_name,
  external_location,
});

/** What of a request must not be kept. */
export const keysOf = ({ s3_access_key, s3_secret_key }: BackupInput): Readonly<Record<string, string>> => ({
  s3_access_key,
  s3_secret_key,
});

/** What a step's work is told of the backup. */
export interface BackupParameters extends BackupName {
  /** Tells two backups, or two restores, of one name apart. */
  readonly id: string;
  /** Of a backup: how many nodes it is of. */
  readonly nodes?: number;
}

export const parametersOf = ({ parameters }: Work): BackupParameters => parameters as unknown as BackupParameters;

/** Opens the bucket of a step's work with the keys of its request. */
export function placeOf(
  work: Work,
  { secrets }: Pick<WorkContext, "secrets">,
  open: OpenObjectStore,
): Promise<ObjectStore> {
  const { s3_access_key: accessKey = "", s3_secret_key: secretKey = "" } = secrets;
  return open(parametersOf(work).external_location, { accessKey, secretKey });
}
