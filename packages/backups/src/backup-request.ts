import type { Work, WorkContext } from "@reeve/orchestrator";
import type { BackupInput } from "@reeve/wide-column-models";
import type { ObjectStore, OpenObjectStore } from "./object-store/object-store.ts";

/** The name and the place of a backup: the part of a request that may be stored. */
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

/** The parameters of a step's work. */
export interface BackupParameters extends BackupName {
  /** The id of this backup or restore, because there may be several with the same name. */
  readonly id: string;
  /** The number of nodes in a backup; absent in a restore. */
  readonly nodes?: number;
}

export const parametersOf = ({ parameters }: Work): BackupParameters => parameters as unknown as BackupParameters;

/** Opens the bucket that a step's work needs, with the access keys of the request. */
export function placeOf(
  work: Work,
  { secrets }: Pick<WorkContext, "secrets">,
  open: OpenObjectStore,
): Promise<ObjectStore> {
  const { s3_access_key: accessKey = "", s3_secret_key: secretKey = "" } = secrets;
  return open(parametersOf(work).external_location, { accessKey, secretKey });
}
