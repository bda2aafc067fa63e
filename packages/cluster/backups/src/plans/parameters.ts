import type { Work, WorkContext } from "@reeve/orchestrator/engine";
import type { BackupInput, RestoreInput } from "@reeve/wide-column-models";
import type { ObjectStore, OpenObjectStore } from "../object-store/object-store.ts";

/** A request without its access keys: the name and the place of a backup, and what a restore accepts. It may be stored. */
export type BackupName = Omit<RestoreInput, "s3_access_key" | "s3_secret_key">;

export const nameOfBackup = ({ backup_name, external_location, accept, allow }: BackupName): BackupName => ({
  backup_name,
  external_location,
  ...(accept && { accept }),
  ...(allow && { allow }),
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
export function placeOf(work: Work, { secrets }: Pick<WorkContext, "secrets">, open: OpenObjectStore): Promise<ObjectStore> {
  const { s3_access_key: accessKey = "", s3_secret_key: secretKey = "" } = secrets;
  return open(parametersOf(work).external_location, { accessKey, secretKey });
}
