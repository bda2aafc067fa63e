import { about, integer } from "@reeve/contract";
import { immediate, type SettingSchemas } from "@reeve/orchestrator/engine";
import * as v from "valibot";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type Deleting, deleteBackups } from "./delete.ts";
import { entriesOf } from "./entries.ts";

/** The rules that decide which backups are kept: those that at least one of the rules keeps; without rules, all. */
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

/**
 * Deletes the backups of a service that no rule keeps, and returns a message about the result. The newest backup is always kept. Backups
 * that this service has not signed never count as the newer ones, because otherwise forged manifests could displace real backups. Backups
 * that another service has signed are kept, also if they have the same name of a database.
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
