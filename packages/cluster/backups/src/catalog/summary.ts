import type { Backup, BackupDetails } from "@reeve/wide-column-models";
import { type AnyManifest, filesOf } from "../layout/any-manifest.ts";
import type { Entry } from "./entries.ts";

/** Returns a backup in the form in which lists show it. */
export function summaryOf(entry: Entry): Backup {
  const nothing = { service: null, created: null, software: null, nodes: 0, files: 0, bytes: 0 };
  const named = { backup_name: entry.backup, status: entry.status };
  if (entry.status === "unreadable") return { ...named, ...nothing };
  if (entry.status === "unfinished") {
    const { service, begun } = entry.unfinished;
    return { ...named, ...nothing, service: service || null, created: begun || null };
  }
  const { manifest } = entry;
  return {
    ...named,
    service: manifest.service,
    created: manifest.created,
    software: manifest.format === 2 ? manifest.software : null,
    nodes: manifest.nodes.length,
    ...sizeOf(filesOf(manifest)),
  };
}

/** Returns the details of a complete backup. */
export function detailsOf(backup: string, manifest: AnyManifest): BackupDetails {
  const tables = new Map<string, { bytes: number }[]>();
  for (const { table, bytes } of manifest.nodes.flatMap(
    (node): readonly { table: string; bytes: number }[] => node.files,
  )) {
    tables.set(table, [...(tables.get(table) ?? []), { bytes }]);
  }
  return {
    ...summaryOf({ backup, status: "complete", manifest }),
    parts: manifest.nodes.map(({ node, host_id, files }) => ({ node, host_id, ...sizeOf(files) })),
    tables: [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).map(([table, files]) => ({ table, ...sizeOf(files) })),
  };
}

function sizeOf(files: readonly { readonly bytes: number }[]): { readonly files: number; readonly bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
