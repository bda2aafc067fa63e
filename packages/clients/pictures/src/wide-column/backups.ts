import { bytes, countOf, statusWords } from "@reeve/terminal";
import type { BackupCheck, BackupDeletion, BackupDetails, Backups, TrustedBackupKeys } from "@reeve/wide-column-models";
import { fields, tableOf, timeAt } from "../shared/fields.ts";
import type { View } from "../view.ts";

/** The backups of an object store, one per line. */
export function backups(all: Backups, view: View): readonly string[] {
  if (all.length === 0) return ["there are no backups"];
  return tableOf(all, view, [
    { head: "backup", cell: ({ backup_name }) => backup_name },
    { head: "status", cell: ({ status }) => statusWords(status) },
    { head: "created", cell: ({ created }) => timeAt(created, view) },
    { head: "service", cell: ({ service }) => service },
    { head: "signature", cell: ({ signature }) => signature },
    { head: "nodes", cell: ({ nodes, status }) => known(status, String(nodes)) },
    { head: "files", cell: ({ files, status }) => known(status, String(files)) },
    { head: "size", cell: (backup) => known(backup.status, bytes(backup.bytes)) },
    { head: "software", cell: ({ software }) => software },
  ]);
}

/** The keys whose signatures are trusted, one per line. */
export function trustedKeyLines(keys: TrustedBackupKeys, view: View): readonly string[] {
  return tableOf(keys, view, [
    { head: "name", cell: ({ name }) => name },
    { head: "public key", cell: ({ public_key }) => public_key },
    { head: "imported", cell: ({ own, imported_at }) => (own ? "own key" : timeAt(imported_at, view)) },
  ]);
}

/** A backup, then its nodes, then its column families. */
export function backup(details: BackupDetails, view: View): readonly string[] {
  const { backup_name, created, service, software, signature, files, bytes: size, parts, tables } = details;
  const about = { backup: backup_name, created: timeAt(created, view) ?? null, service, software, signature };
  const sizes = <Row extends Pick<BackupDetails, "files" | "bytes">>(head: string, items: readonly Row[], cell: (item: Row) => string) =>
    tableOf(items, view, [
      { head, cell },
      { head: "files", cell: (item) => String(item.files) },
      { head: "size", cell: (item) => bytes(item.bytes) },
    ]);
  const ofNodes = sizes("node", parts, ({ node }) => node);
  const ofTables = sizes("column family", tables, ({ table }) => table);
  return [...fields({ ...about, files, size: bytes(size) }, view.style), "", ...ofNodes, "", ...ofTables];
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
