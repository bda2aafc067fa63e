import type { Backup, BackupDetails } from "@reeve/wide-column-models";
import { filesOf } from "../layout/manifest.ts";
import type { ReadManifest } from "../layout/signed-manifest.ts";
import type { Entry } from "./entries.ts";

/** Returns a backup in the form in which lists show it. */
export function summaryOf(entry: Entry): Backup {
  const nothing = { service: null, created: null, software: null, ...UNSIGNED, nodes: 0, files: 0, bytes: 0 };
  const named = { backup_name: entry.backup, status: entry.status };
  if (entry.status === "unreadable") return { ...named, ...nothing };
  if (entry.status === "unfinished") {
    const { service, begun } = entry.unfinished;
    return { ...named, ...nothing, service: service || null, created: begun || null };
  }
  const { manifest, origin, key = null } = entry;
  return {
    ...named,
    service: manifest.service,
    created: manifest.created,
    software: manifest.format === 2 ? manifest.software : null,
    signature: origin,
    signed_with: key,
    nodes: manifest.nodes.length,
    ...sizeOf(filesOf(manifest)),
  };
}

/** Returns the details of a complete backup. */
export function detailsOf(backup: string, read: ReadManifest): BackupDetails {
  const { manifest } = read;
  const tables = new Map<string, { bytes: number }[]>();
  for (const { table, bytes } of manifest.nodes.flatMap(
    (node): readonly { table: string; bytes: number }[] => node.files,
  )) {
    tables.set(table, [...(tables.get(table) ?? []), { bytes }]);
  }
  return {
    ...summaryOf({ backup, status: "complete", ...read }),
    parts: manifest.nodes.map(({ node, host_id, files }) => ({ node, host_id, ...sizeOf(files) })),
    tables: [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).map(([table, files]) => ({ table, ...sizeOf(files) })),
  };
}

const UNSIGNED = { signature: null, signed_with: null };

function sizeOf(files: readonly { readonly bytes: number }[]): { readonly files: number; readonly bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
