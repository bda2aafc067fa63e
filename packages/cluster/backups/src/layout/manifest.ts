import { createHash } from "node:crypto";

/** A file of a backup, with its size and checksum. */
export interface BackupFile {
  /** The path of the file in the backup's folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The manifest of a backup of simulated nodes. The manifest is written last, so a backup without a manifest is incomplete. */
export interface Manifest {
  readonly format: 1;
  /** Identifies this backup, because several can have the same name. */
  readonly snapshot: string;
  readonly backup: string;
  readonly service: string;
  readonly created: string;
  readonly schema: BackupFile;
  readonly nodes: readonly BackedUpNode[];
}

/** The part of a backup that belongs to one node. */
export interface BackedUpNode {
  readonly node: string;
  readonly host_id: string;
  readonly tokens: readonly string[];
  readonly files: readonly (BackupFile & { readonly table: string; readonly rows: number })[];
}

/** Describes a file for the manifest, with its size and checksum. */
export function describeFile(path: string, content: Uint8Array): BackupFile {
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** Whether the content of a file matches the size and the checksum in the manifest. */
export function isIntact(file: BackupFile, content: Uint8Array): boolean {
  const { bytes, sha256 } = describeFile(file.path, content);
  return bytes === file.bytes && sha256 === file.sha256;
}

/** Returns the key under which a backup's manifest is stored. */
export const manifestKey = (backup: string): string => `${backup}/manifest.json`;
