import { bytes, countOf, statusWords, table } from "@reeve/terminal";
import type {
  Backup,
  BackupCheck,
  BackupDeletion,
  BackupDetails,
  Backups,
  TrustedBackupKey,
  TrustedBackupKeys,
} from "@reeve/wide-column-models";
import { fields, head } from "../shared/fields.ts";
import type { View } from "../view.ts";

/** The backups of an object store, one per line. */
export function backups(all: Backups, view: View): readonly string[] {
  if (all.length === 0) return ["there are no backups"];
  const columns = [
    { head: head(view, "backup"), cell: ({ backup_name }: Backup) => backup_name },
    { head: head(view, "status"), cell: ({ status }: Backup) => statusWords(status) },
    { head: head(view, "created"), cell: ({ created }: Backup) => at(created, view) },
    { head: head(view, "service"), cell: ({ service }: Backup) => service ?? undefined },
    { head: head(view, "signature"), cell: ({ signature }: Backup) => signature ?? undefined },
    { head: head(view, "nodes"), cell: ({ nodes, status }: Backup) => known(status, String(nodes)) },
    { head: head(view, "files"), cell: ({ files, status }: Backup) => known(status, String(files)) },
    { head: head(view, "size"), cell: (backup: Backup) => known(backup.status, bytes(backup.bytes)) },
    { head: head(view, "software"), cell: ({ software }: Backup) => software ?? undefined },
  ];
  return table(all, columns, view.style);
}

/** The keys whose signatures are trusted, one per line. */
export function trustedKeyLines(keys: TrustedBackupKeys, view: View): readonly string[] {
  const columns = [
    { head: head(view, "name"), cell: ({ name }: TrustedBackupKey) => name },
    { head: head(view, "public key"), cell: ({ public_key }: TrustedBackupKey) => public_key },
    {
      head: head(view, "imported"),
      cell: ({ own, imported_at }: TrustedBackupKey) => (own ? "own key" : at(imported_at, view)),
    },
  ];
  return table(keys, columns, view.style);
}

/** A backup, then its nodes, then its column families. */
export function backup(
  { backup_name, created, service, software, signature, files, bytes: size, parts, tables }: BackupDetails,
  view: View,
): readonly string[] {
  const about = { backup: backup_name, created: at(created, view) ?? null, service, software, signature };
  const sizes = (what: string, items: readonly { readonly name: string; readonly files: number; bytes: number }[]) =>
    table(
      items,
      [
        { head: head(view, what), cell: ({ name }) => name },
        { head: head(view, "files"), cell: (item) => String(item.files) },
        { head: head(view, "size"), cell: (item) => bytes(item.bytes) },
      ],
      view.style,
    );
  return [
    ...fields({ ...about, files, size: bytes(size) }, view.style),
    "",
    ...sizes(
      "node",
      parts.map(({ node, ...rest }) => ({ name: node, ...rest })),
    ),
    "",
    ...sizes(
      "column family",
      tables.map(({ table: name, ...rest }) => ({ name, ...rest })),
    ),
  ];
}

/** The result of checking a backup. It is always good, because the check of a damaged backup fails with an error. */
export function checkedBackup({ backup_name, files, bytes: size }: BackupCheck): readonly string[] {
  return [`${backup_name} is intact: ${countOf(files, "file")}, ${bytes(size)}, all checksums match.`];
}

/** The result of deleting a backup: the deleted objects and their size, and why unneeded files still exist, if there are any. */
export function deleted({ backup_name, files, bytes: size, left }: BackupDeletion): readonly string[] {
  const done = `Deleted ${backup_name}: ${countOf(files, "object")}, ${bytes(size)}.`;
  return left === null ? [done] : [done, `Unneeded files still exist: ${left}.`];
}

const known = (status: string, words: string) => (status === "complete" ? words : undefined);

function at(time: string | null, { times, now }: View): string | undefined {
  const milliseconds = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(milliseconds) ? undefined : times.at(milliseconds, now);
}
