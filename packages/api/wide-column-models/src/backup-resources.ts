import { about, object, resource, resourceList, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A backup in an object store. */
export interface Backup {
  readonly backup_name: string;
  /** `complete`, `unfinished` or `unreadable`; only a complete backup can be restored. */
  readonly status: string;
  /** The service that was backed up. */
  readonly service: string | null;
  /** When the backup was completed, or when it began if it is unfinished (ISO 8601, UTC). */
  readonly created: string | null;
  /** The software and its version; null if it was simulated. */
  readonly software: string | null;
  /**
   * What the signature proves: `own` (this service has signed the backup), `trusted` (a service whose key was imported), `unknown` (the key
   * is not known) or `none`; null if the backup is not complete.
   */
  readonly signature: string | null;
  /** The public key of the signature. */
  readonly signed_with: string | null;
  /** The number of nodes. A restore needs a cluster of the same size. */
  readonly nodes: number;
  readonly files: number;
  /** The size of all files in bytes, including files that other backups share. */
  readonly bytes: number;
}

/** The backups in an object store, from the newest to the oldest. */
export type Backups = readonly Backup[];

/** A backup with its parts. */
export interface BackupDetails extends Backup {
  readonly parts: readonly BackupPart[];
  readonly tables: readonly BackupTable[];
}

/** The files of one node in a backup. */
interface BackupPart {
  readonly node: string;
  readonly host_id: string;
  readonly files: number;
  readonly bytes: number;
}

/** The files of one table in a backup, on all nodes. */
interface BackupTable {
  /** The keyspace and the table, such as `demo/users`. */
  readonly table: string;
  readonly files: number;
  readonly bytes: number;
}

/** The result of reading all files of a backup. */
export interface BackupCheck {
  readonly backup_name: string;
  /** The number of files that were read; a file that several nodes share is read once. */
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly BackupProblem[];
}

/** A file that cannot be restored. */
export interface BackupProblem {
  /** The node, the table and the file, such as `node-0 demo/users/nb-1-big-Data.db`. */
  readonly file: string;
  /** The key of the file in the object store. */
  readonly object: string;
  /** `missing` or `damaged`. */
  readonly problem: string;
}

/** The result of deleting a backup. */
export interface BackupDeletion {
  readonly backup_name: string;
  /** The number of deleted objects. */
  readonly files: number;
  /** The number of freed bytes. */
  readonly bytes: number;
  /** Why some unneeded files still exist; null if all are deleted. */
  readonly left: string | null;
}

const backup = {
  backup_name: v.string(),
  status: about("complete, unfinished or unreadable; only a complete backup can be restored", v.string()),
  service: about("the service that was backed up", v.nullable(v.string())),
  created: about("when the backup was completed, or when it began if it is unfinished (ISO 8601, UTC)", v.nullable(v.string())),
  software: about("the software and its version; null if the backup was simulated", v.nullable(v.string())),
  signature: about(
    "what the signature proves: own (this service has signed the backup), trusted (a service whose key was imported), unknown (the key is not known) or none; null if the backup is not complete",
    v.nullable(v.string()),
  ),
  signed_with: about("the public key of the signature", v.nullable(v.string())),
  nodes: about("number of nodes; a restore needs a cluster with the same number", v.number()),
  files: v.number(),
  bytes: about("bytes of all files, including those that other backups share", v.number()),
};

const Backup: Schema<Backup> = resource("Backup", "A backup in an object store.", backup);

export const Backups: Schema<Backups> = resourceList("Backups", "The backups in an object store, from the newest to the oldest.", Backup);

export const BackupDetails: Schema<BackupDetails> = resource("BackupDetails", "A backup with its parts.", {
  ...backup,
  parts: about(
    "the files of the backup, by node",
    v.array(object({ node: v.string(), host_id: v.string(), files: v.number(), bytes: v.number() })),
  ),
  tables: about(
    "the files of the backup, by column family, on all nodes",
    v.array(object({ table: v.string(), files: v.number(), bytes: v.number() })),
  ),
});

export const BackupCheck: Schema<BackupCheck> = resource("BackupCheck", "The result of reading all files of a backup.", {
  backup_name: v.string(),
  files: about("number of files that were read; a file that several nodes share is read once", v.number()),
  bytes: v.number(),
  problems: about(
    "the files that cannot be restored",
    v.array(
      object({
        file: v.string(),
        object: about("key of the file in the object store", v.string()),
        problem: about("missing or damaged", v.string()),
      }),
    ),
  ),
});

export const BackupDeletion: Schema<BackupDeletion> = resource("BackupDeletion", "The result of deleting a backup.", {
  backup_name: v.string(),
  files: about("number of deleted objects", v.number()),
  bytes: about("number of freed bytes", v.number()),
  left: about("why unneeded files still exist; null if all are deleted", v.nullable(v.string())),
});
