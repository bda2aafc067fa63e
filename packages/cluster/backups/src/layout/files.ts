import { ReeveError } from "@reeve/contract";
import * as v from "valibot";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type BackupFile, manifestKey } from "./manifest.ts";

/** A file of a database node. The checksum of its content determines the key under which it is stored. */
export interface StoredFile {
  /** The table to which the file belongs, such as `demo/users`. */
  readonly table: string;
  /** The file's name in the folder of the table. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The manifest of a backup of real nodes. The files of real nodes never change, so all backups in a bucket share a single copy of each
 * file. The manifest is written last: a backup without a manifest is incomplete.
 */
export interface FileManifest {
  readonly format: 2;
  /** Identifies this backup, because several can have the same name. */
  readonly snapshot: string;
  readonly backup: string;
  readonly service: string;
  readonly created: string;
  /** The software that wrote the files, with its version, such as `cassandra 5.0.9`. */
  readonly software: string;
  readonly schema: BackupFile;
  readonly nodes: readonly FilesOfNode[];
}

/** The part of a backup that belongs to one node. */
export interface FilesOfNode {
  readonly node: string;
  readonly host_id: string;
  readonly tokens: readonly string[];
  readonly files: readonly StoredFile[];
}

/** The folder of the files that backups share. No backup has the same name, because the name of a backup contains no tilde. */
export const CONTENT = "~files";

/** Returns the key under which a file is stored. */
export function contentKey({ sha256 }: Pick<StoredFile, "sha256">): string {
  return `${CONTENT}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Reads the manifest of a backup of real nodes. Returns undefined if the backup does not exist or is incomplete. */
export async function readFileManifest(
  store: ObjectStore,
  backup: string,
  signal: AbortSignal,
): Promise<FileManifest | undefined> {
  const content = await store.get(manifestKey(backup), signal);
  if (content === undefined) return undefined;
  const manifest = parsed(content) as FileManifest | undefined;
  if (manifest?.format !== 2 || !Array.isArray(manifest.nodes)) {
    throw new ReeveError(
      "conflict",
      `the backup ${backup} cannot be restored to real database nodes: it was made by a simulated cluster, or its manifest is damaged (${store.place})`,
    );
  }
  const { issues } = v.safeParse(PATHS, manifest);
  if (!issues) return manifest;
  throw new ReeveError(
    "conflict",
    `the manifest of ${backup} is damaged: ${v.getDotPath(issues[0])} is not a valid name in a database (${store.place})`,
  );
}

/**
 * The fields of a manifest that become parts of paths on a node's disk. Anyone who can write to the bucket can change them, so they are
 * checked: they must not lead to other folders.
 */
const PATHS = v.looseObject({
  snapshot: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  nodes: v.array(
    v.looseObject({
      node: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
      files: v.array(
        v.looseObject({
          table: v.pipe(v.string(), v.regex(/^\w+\/\w+$/)),
          name: v.pipe(v.string(), v.regex(/^\w[\w.+-]*$/)),
          sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
        }),
      ),
    }),
  ),
});

function parsed(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString("utf8"));
  } catch {
    return undefined;
  }
}
