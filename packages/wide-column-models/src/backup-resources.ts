import { about, object, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A backup in an object store. */
export interface Backup {
  readonly backup_name: string;
  /** `complete`, `unfinished` or `unreadable`; only a complete one can be restored. */
  readonly status: string;
  /** The service that was backed up. */
  readonly service: string | null;
  /** ISO 8601, UTC. */
  readonly created: string | null;
  /** The software and its version; null where it was simulated. */
  readonly software: string | null;
  /** The number of nodes, which a cluster has to have to restore it. */
  readonly nodes: number;
  readonly files: number;
  /** Of all files, including those that other backups share. */
  readonly bytes: number;
}

/** The backups in an object store, from the newest to the oldest. */
export type Backups = readonly Backup[];

/** A backup with its parts. */
export interface BackupDetails extends Backup {
  readonly parts: readonly BackupPart[];
  readonly tables: readonly BackupTable[];
}

/** What a backup has of a node. */
interface BackupPart {
  readonly node: string;
  readonly host_id: string;
  readonly files: number;
  readonly bytes: number;
}

/** What a backup has of a table, on all nodes together. */
interface BackupTable {
  /** `demo/users` */
  readonly table: string;
  readonly files: number;
  readonly bytes: number;
}

/** What reading a whole backup has shown. */
export interface BackupCheck {
  readonly backup_name: string;
  /** The files that were read; one that several nodes share is read once. */
  readonly files: number;
  readonly bytes: number;
  readonly problems: readonly BackupProblem[];
}

/** A file that cannot be restored. */
export interface BackupProblem {
  /** `node-0 demo/users/nb-1-big-Data.db` */
  readonly file: string;
  /** Its key in the object store. */
  readonly object: string;
  /** `missing` or `damaged`. */
  readonly problem: string;
}

/** What deleting a backup has done. */
export interface BackupDeletion {
  readonly backup_name: string;
  /** Objects that were deleted. */
  readonly files: number;
  /** The bytes that were freed. */
  readonly bytes: number;
  /** Why files that no backup needs are still there; null where all are gone. */
  readonly left: string | null;
}

const backup = {
  backup_name: v.string(),
  status: about("complete, unfinished or unreadable; only a complete one can be restored", v.string()),
  service: about("the service that was backed up", v.nullable(v.string())),
  created: about("when it was complete; for an unfinished one, when it began (ISO 8601, UTC)", v.nullable(v.string())),
  software: about("the software and its version; null where it was simulated", v.nullable(v.string())),
  nodes: about("how many nodes a cluster has to have to restore it", v.number()),
  files: v.number(),
  bytes: about("of all its files, including those that other backups share", v.number()),
};

const Backup: Schema<Backup> = resource("Backup", "A backup in an object store.", backup);

export const Backups: Schema<Backups> = v.pipe(
  v.array(Backup),
  v.title("Backups"),
  v.description("The backups in an object store, from the newest to the oldest."),
);

export const BackupDetails: Schema<BackupDetails> = resource("BackupDetails", "A backup with its parts.", {
  ...backup,
  parts: about(
    "what it has of each node",
    v.array(object({ node: v.string(), host_id: v.string(), files: v.number(), bytes: v.number() })),
  ),
  tables: about(
    "what it has of each column family, on all nodes together",
    v.array(object({ table: v.string(), files: v.number(), bytes: v.number() })),
  ),
});

export const BackupCheck: Schema<BackupCheck> = resource("BackupCheck", "What reading a whole backup has shown.", {
  backup_name: v.string(),
  files: about("how many were read; one that several nodes share is read once", v.number()),
  bytes: v.number(),
  problems: about(
    "the files that cannot be restored",
    v.array(
      object({
        file: v.string(),
        object: about("its key in the object store", v.string()),
        problem: about("missing or damaged", v.string()),
      }),
    ),
  ),
});

export const BackupDeletion: Schema<BackupDeletion> = resource("BackupDeletion", "What deleting a backup has done.", {
  backup_name: v.string(),
  files: about("how many objects were deleted", v.number()),
  bytes: about("how many bytes that freed", v.number()),
  left: about("why files that no backup needs are still there; null where all are gone", v.nullable(v.string())),
});
