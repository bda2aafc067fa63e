import { about, integer } from "@reeve/contract";
import { immediate, type SettingSchemas, type Work, type WorkContext, type WorkPhase } from "@reeve/orchestrator/engine";
import type { BackupInput, RestoreInput } from "@reeve/wide-column-models";
import * as v from "valibot";
import type { ObjectStore, OpenObjectStore } from "../object-store/object-store.ts";
import { type Deleting, deleteBackups } from "./delete.ts";
import { entriesOf } from "./entries.ts";

/**
 * The rules that decide which backups of an instance are kept. A backup is kept if at least one of the two rules keeps it. Without rules,
 * all backups are kept.
 */
export interface BackupRetention {
  /** The number of newest backups that are kept. */
  readonly keep?: number;
  /** The number of days for which each backup is kept. */
  readonly days?: number;
}

/** The setting `backups` of databases, which decides which backups are kept. */
export const retentionSettings: SettingSchemas = {
  backups: immediate(
    about(
      "which backups of this service are kept when a new one is complete. `{ keep: 7 }` keeps the newest seven, and `{ days: 30 }` those of the last thirty days. With both fields, a backup is kept if either field keeps it. By default all backups are kept",
      v.exactOptional(v.strictObject({ keep: v.exactOptional(integer(1, 10_000)), days: v.exactOptional(integer(1, 36_500)) }), {}),
    ),
  ),
};

/** Returns the phase that deletes old backups at the end of a backup's plan; no phase if no retention is set. */
export function retentionPhases({ keep, days }: BackupRetention, parameters: BackupParameters): readonly WorkPhase[] {
  if (keep === undefined && days === undefined) return [];
  const work = { name: "retention", parameters: { ...parameters } };
  return [{ name: "Retention", strategy: "serial", steps: [{ name: "Retention", work }] }];
}

/**
 * Deletes the backups of a service that no rule keeps, and returns a message about the result. The newest backup is always kept. Backups that
 * this service has not signed never count as the newer ones, because otherwise forged manifests could displace real backups. Backups that
 * another service has signed are kept, also if they have the same name of a database.
 */
export async function retain(place: ObjectStore, service: string, rules: BackupRetention, options: Deleting): Promise<string> {
  const own = (await entriesOf(place, options.keys, options.signal)).flatMap((entry) =>
    entry.status === "complete" && entry.manifest.service === service && (entry.origin === "own" || entry.origin === "none")
      ? [{ name: entry.backup, at: Date.parse(entry.manifest.created), isSigned: entry.origin === "own" }]
      : [],
  );
  const names = expired(own, rules, options.now);
  if (names.length === 0) return `all ${own.length} backups of ${service} are kept`;
  const { files, bytes, left } = await deleteBackups(place, names, options);
  const done = `deleted ${names.join(", ")}: ${files} objects, ${bytes} bytes`;
  return left === undefined ? done : `${done}; unneeded files still exist, because ${left}`;
}

/** Returns the names of the backups that no rule keeps. */
function expired(
  backups: readonly { readonly name: string; readonly at: number; readonly isSigned: boolean }[],
  { keep, days }: BackupRetention,
  now: number,
): readonly string[] {
  if (keep === undefined && days === undefined) return [];
  const isKept = (at: number, place: number) => place < Math.max(1, keep ?? 0) || (days !== undefined && !(at < now - days * DAY));
  return [...backups]
    .sort((a, b) => b.at - a.at)
    .filter(({ at }, place, all) => !isKept(at, all.slice(0, place).filter(({ isSigned }) => isSigned).length))
    .map(({ name }) => name);
}

const DAY = 86_400_000;

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
