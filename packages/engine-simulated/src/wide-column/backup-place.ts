import { ReeveError } from "@reeve/contract";
import type { Work, WorkContext } from "@reeve/orchestrator";
import type { BackupInput } from "@reeve/wide-column-models";
import type { ObjectStore, OpenObjectStore } from "../object-store/object-store.ts";
import { type BackupFile, isIntact, type Manifest, manifestKey } from "./backup-files.ts";

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

/** Reads what a backup holds; undefined where there is no such backup, or only a part of one. */
export async function readManifest(
  store: ObjectStore,
  backup: string,
  signal: AbortSignal,
): Promise<Manifest | undefined> {
  const content = await store.get(manifestKey(backup), signal);
  if (content === undefined) return undefined;
  const manifest = parsed(content) as Manifest | undefined;
  if (manifest?.format === 1 && Array.isArray(manifest.nodes)) return manifest;
  throw new ReeveError(
    "conflict",
    `the manifest of the backup ${backup} is none that this service wrote (${store.place})`,
  );
}

function parsed(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Reads a file of a backup; refuses one that is not as it was written. */
export async function readIntact(
  store: ObjectStore,
  backup: string,
  file: BackupFile,
  signal: AbortSignal,
): Promise<string> {
  const content = await store.get(`${backup}/${file.path}`, signal);
  if (content === undefined)
    throw new ReeveError("conflict", `${file.path} of the backup ${backup} is missing (${store.place})`);
  if (isIntact(file, content)) return Buffer.from(content).toString("utf8");
  throw new ReeveError(
    "conflict",
    `${file.path} of the backup ${backup} is damaged: its checksum differs (${store.place})`,
  );
}
