import { about, choice, operation, type Schema, secret, text } from "@reeve/contract";
import * as v from "valibot";
import { restoreStatusAnswer } from "./restore-status.ts";
import { maintenanceWait, startedAnswer } from "./started.ts";

/** The object store of backups, with its credentials. */
export interface BackupPlaceInput {
  /** Where backups are stored: s3://<bucket-name>. */
  readonly external_location: string;
  /** Access key of the object store. */
  readonly s3_access_key: string;
  /** Secret key of the object store. */
  readonly s3_secret_key: string;
}

/** The name and the object store of a backup, with the credentials for the store. */
export interface BackupInput extends BackupPlaceInput {
  /** Name of the backup. */
  readonly backup_name: string;
}

/** The input fields for the object store of backups and its credentials. */
const placeEntries = {
  external_location: about(
    "where backups are stored: s3://<bucket-name>",
    text("s3:// and the name of a bucket", /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  ),
  s3_access_key: secret("access key of the object store"),
  s3_secret_key: secret("secret key of the object store"),
};

export const BackupPlaceInput: Schema<BackupPlaceInput, BackupPlaceInput> = v.strictObject(placeEntries);

const backupEntries = {
  backup_name: about(
    "name of the backup",
    text("the name of a backup (letters, digits, dots, dashes and underscores)", /^(?!\.{1,2}$)[\w.-]{1,200}$/),
    { isPositional: true },
  ),
  ...placeEntries,
};

export const BackupInput: Schema<BackupInput, BackupInput> = v.strictObject(backupEntries);

/** A backup whose files are to be verified. */
export interface VerifyInput extends BackupInput {
  /** Verify the backup even if it is not signed, or signed with an unknown key. */
  readonly accept?: "unsigned";
}

/** A backup that is to be restored. Reeve added the optional fields. */
export interface RestoreInput extends VerifyInput {
  /** Restore the backup even if it is not signed, or signed with an unknown key. */
  readonly accept?: "unsigned";
  /** Restore functions and other code in the backup's schema, too. */
  readonly allow?: "functions";
}

const accept = v.exactOptional(choice("unsigned"));
const allow = v.exactOptional(choice("functions"));

export const VerifyInput: Schema<VerifyInput, VerifyInput> = v.strictObject({
  ...backupEntries,
  accept: about("verify the backup even if it is not signed, or signed with an unknown key", accept),
});

const RestoreInput: Schema<RestoreInput, RestoreInput> = v.strictObject({
  ...backupEntries,
  accept: about("restore the backup even if it is not signed, or signed with an unknown key", accept),
  allow: about("restore functions and other code in the backup's schema, too", allow),
});

const body = ["backup_name", "external_location", "s3_access_key", "s3_secret_key"] as const;

const example = {
  backup_name: "before-upgrade",
  external_location: "s3://backups",
  s3_access_key: "ACCESS-KEY",
  s3_secret_key: "SECRET-KEY",
};

export const startBackup = operation({
  summary: "Back up a snapshot of the cluster to an object store",
  effect: "change",
  verifiedBy: "plans.show",
  hasPlace: true,
  wait: maintenanceWait("backup"),
  input: BackupInput,
  body,
  output: startedAnswer,
  routes: { W1: "PUT /backup/start" },
  example,
});

export const startRestore = operation({
  summary: "Restore a backup into this cluster",
  about:
    "The cluster must be new and have as many nodes as the cluster that was backed up. Reeve restores only backups that this service, or a service whose key was imported, has signed.",
  effect: "destroy",
  verifiedBy: "restore.status",
  consequence: "This replaces the data of this cluster with the backup {backup_name}.",
  confirmation: { act: "restoring" },
  wait: maintenanceWait("restore"),
  input: RestoreInput,
  body: [...body, "accept", "allow"],
  output: startedAnswer,
  routes: { W1: "PUT /restore/start" },
  example,
});

export const restoreStatus = operation({
  summary: "Show the status of a restore",
  effect: "read",
  output: restoreStatusAnswer,
  routes: { W1: "GET /restore/status" },
});
