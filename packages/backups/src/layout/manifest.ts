import { createHash } from "node:crypto";

/** A file of a backup, and what it must be when it is read again. */
export interface BackupFile {
  /** Under the backup's own name. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup holds; written last, so that a backup without it is none. */
export interface Manifest {
  readonly format: 1;
  /** Tells two backups of one name apart. */
  readonly snapshot: string;
  readonly backup: string;
  readonly service: string;
  readonly created: string;
  readonly schema: BackupFile;
  readonly nodes: readonly BackedUpNode[];
}

/** What a backup holds of one node. */
export interface BackedUpNode {
  readonly node: string;
  readonly host_id: string;
  readonly tokens: readonly string[];
  readonly files: readonly (BackupFile & { readonly table: string; readonly rows: number })[];
}

/** Describes content as a manifest does. */
export function describeFile(path: string, content: Uint8Array): BackupFile {
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** Whether content is what a manifest says. */
export function isIntact(file: BackupFile, content: Uint8Array): boolean {
  const { bytes, sha256 } = describeFile(file.path, content);
  return bytes === file.bytes && sha256 === file.sha256;
}

/** Under which key the manifest of a backup stands. */
export const manifestKey = (backup: string): string => `${backup}/manifest.json`;
