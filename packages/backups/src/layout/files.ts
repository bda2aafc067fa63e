import { ReeveError } from "@reeve/contract";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type BackupFile, manifestKey } from "./manifest.ts";

/** A file of a database node, stored under its content. */
export interface StoredFile {
  /** The table that it belongs to: `demo/users`. */
  readonly table: string;
  /** Its name in the table's folder. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The content of a backup of real nodes, whose files never change: each is stored once for all backups of a bucket. Written last, so that
 * an interrupted backup has none.
 */
export interface FileManifest {
  readonly format: 2;
  /** Tells two backups of the same name apart. */
  readonly snapshot: string;
  readonly backup: string;
  readonly service: string;
  readonly created: string;
  /** The software and its version: `cassandra 5.0.9`. */
  readonly software: string;
  readonly schema: BackupFile;
  readonly nodes: readonly FilesOfNode[];
}

/** One node's part of a backup. */
export interface FilesOfNode {
  readonly node: string;
  readonly host_id: string;
  readonly tokens: readonly string[];
  readonly files: readonly StoredFile[];
}

/** The folder of the files. No backup can have a name with a tilde. */
export const CONTENT = "~files";

/** The key of a file. */
export function contentKey({ sha256 }: Pick<StoredFile, "sha256">): string {
  return `${CONTENT}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Reads the manifest of a backup of real nodes; undefined where the backup does not exist or is incomplete. */
export async function readFileManifest(
  store: ObjectStore,
  backup: string,
  signal: AbortSignal,
): Promise<FileManifest | undefined> {
  const content = await store.get(manifestKey(backup), signal);
  if (content === undefined) return undefined;
  const manifest = parsed(content) as FileManifest | undefined;
  if (manifest?.format === 2 && Array.isArray(manifest.nodes)) return manifest;
  throw new ReeveError("conflict", `the backup ${backup} is not one of real database nodes (${store.place})`);
}

function parsed(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString("utf8"));
  } catch {
    return undefined;
  }
}
