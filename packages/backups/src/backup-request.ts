import type { Work, WorkContext } from "@reeve/orchestrator";
import type { BackupInput } from "@reeve/wide-column-models";
import type { ObjectStore, OpenObjectStore } from "./object-store/object-store.ts";

/** Which backup, and where: the part of a request that may be stored. */
export interface BackupName {
  readonly backup_name: string;
  readonly external_location: string;
}

export const nameOfBackup = ({ backup_name, external_location }: BackupName): BackupName => ({
  backup_name,
  external_location,
});

/** The part of a request that must not be stored. */
export const keysOf = ({ s3_access_key, s3_secret_key }: BackupInput): Readonly<Record<string, string>> => ({
  s3_access_key,
  s3_secret_key,
});

/** The parameters of a step's work. */
export interface BackupParameters extends BackupName {
  /** Tells two backups, or two restores, of the same name apart. */
  readonly id: string;
  /** Of a backup: its number of nodes. */
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
