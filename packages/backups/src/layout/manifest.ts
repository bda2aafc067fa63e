import { createHash } from "node:crypto";

/** A file of a backup, with its size and checksum. */
export interface BackupFile {
  /** Relative to the backup's name. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The content of a backup; written last, so that an interrupted backup has none. */
export interface Manifest {
  readonly format: 1;
  /** Tells two backups of the same name apart. */
  readonly snapshot: string;
  readonly backup: string;
  readonly service: string;
  readonly created: string;
  readonly schema: BackupFile;
  readonly nodes: readonly BackedUpNode[];
}

/** One node's part of a backup. */
export interface BackedUpNode {
  readonly node: string;
  readonly host_id: string;
  readonly tokens: readonly string[];
  readonly files: readonly (BackupFile & { readonly table: string; readonly rows: number })[];
}

/** The manifest's description of a file. */
export function describeFile(path: string, content: Uint8Array): BackupFile {
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** Whether a file's content is what the manifest says. */
export function isIntact(file: BackupFile, content: Uint8Array): boolean {
  const { bytes, sha256 } = describeFile(file.path, content);
  return bytes === file.bytes && sha256 === file.sha256;
}

/** The key of a backup's manifest. */
export const manifestKey = (backup: string): string => `${backup}/manifest.json`;
