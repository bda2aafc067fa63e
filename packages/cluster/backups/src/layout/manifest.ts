import { createHash } from "node:crypto";

/** A file of a backup, with its size and checksum. */
export interface BackupFile {
  /** The path of the file in the backup's folder. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the manifests of all backups contain. The manifest is written last, so a backup without a manifest is incomplete. */
export interface AboutBackup {
  /** Identifies this backup, because several can have the same name. */
  readonly snapshot: string;
  readonly backup: string;
  readonly service: string;
  readonly created: string;
  readonly schema: BackupFile;
}

/** The manifest of a backup of simulated nodes. */
export interface Manifest extends AboutBackup {
  readonly format: 1;
  readonly nodes: readonly BackedUpNode[];
}

/** The part of a backup that belongs to one simulated node. */
export interface BackedUpNode extends Omit<FilesOfNode, "files"> {
  readonly files: readonly (BackupFile & { readonly table: string; readonly rows: number })[];
}

/** The manifest of a backup of real nodes. Their files never change, so all backups in a bucket share one copy of each. */
export interface FileManifest extends AboutBackup {
  readonly format: 2;
  /** The software that wrote the files, with its version, such as `cassandra 5.0.9`. */
  readonly software: string;
  /** The keyspaces in the schema. Backups from before the signatures lack this list. */
  readonly key_spaces?: readonly string[];
  readonly nodes: readonly FilesOfNode[];
}

/** The part of a backup that belongs to one node. */
export interface FilesOfNode {
  readonly node: string;
  readonly host_id: string;
  readonly tokens: readonly string[];
  readonly files: readonly StoredFile[];
}

/** A file of a database node. The checksum of its content determines the key under which it is stored. */
export interface StoredFile {
  /** The table to which the file belongs, such as `demo/users`. */
  readonly table: string;
  /** The file's name in the folder of the table. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The manifest of a backup of simulated or real nodes. */
export type AnyManifest = Manifest | FileManifest;

/** The folder of the files that backups share. No backup has the same name, because the name of a backup contains no tilde. */
export const CONTENT = "~files";

/** Returns the key under which a file is stored. */
export function contentKey({ sha256 }: Pick<StoredFile, "sha256">): string {
  return `${CONTENT}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns the key under which a backup's manifest is stored. */
export const manifestKey = (backup: string): string => `${backup}/manifest.json`;

/** Describes a file for the manifest, with its size and checksum. */
export function describeFile(path: string, content: Uint8Array): BackupFile {
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** Whether the content of a file matches the size and the checksum in the manifest. */
export function isIntact(file: BackupFile, content: Uint8Array): boolean {
  const { bytes, sha256 } = describeFile(file.path, content);
  return bytes === file.bytes && sha256 === file.sha256;
}

/** A file of a backup, and the object in which it is stored. */
export interface FileOfBackup {
  /** The name by which messages refer to the file, such as `node-0 demo/users/nb-1-big-Data.db`. */
  readonly file: string;
  readonly object: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Returns all files of a backup: the schema and the files of the nodes. */
export function filesOf(manifest: AnyManifest): readonly FileOfBackup[] {
  const { backup, schema } = manifest;
  const own = (path: string) => `${backup}/${path}`;
  return [
    { file: "the schema", object: own(schema.path), bytes: schema.bytes, sha256: schema.sha256 },
    ...(manifest.format === 1
      ? manifest.nodes.flatMap(({ files }) => files.map(({ path, bytes, sha256 }) => ({ file: path, object: own(path), bytes, sha256 })))
      : manifest.nodes.flatMap(({ node, files }) =>
          files.map(({ table, name, bytes, sha256 }) => ({
            ...{ file: `${node} ${table}/${name}`, object: contentKey({ sha256 }) },
            ...{ bytes, sha256 },
          })),
        )),
  ];
}
