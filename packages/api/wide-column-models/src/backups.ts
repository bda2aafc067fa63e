import { type Answer, answer, operation } from "@reeve/contract";
import { BackupInput, BackupPlaceInput, VerifyInput } from "./backup.ts";
import { BackupCheck, BackupDeletion, BackupDetails, Backups } from "./backup-resources.ts";

// Reeve added these operations; other servers do not have them. Access keys are sent in the body, because URLs end up in logs.

const body = ["external_location", "s3_access_key", "s3_secret_key"] as const;

const example = { external_location: "s3://backups", s3_access_key: "ACCESS-KEY", s3_secret_key: "SECRET-KEY" };

const MINUTE = 60_000;

export const listBackups = operation({
  summary: "List the backups in an object store, with their sizes and dates",
  about: "The list contains the backups of all services in the store, from the newest to the oldest.",
  effect: "read",
  input: BackupPlaceInput,
  body,
  output: Backups,
  list: { of: "backups", hasEvents: false },
  routes: { "*": "POST {reeve}/backups/list" },
  timeout: () => 5 * MINUTE,
  example,
});

export const showBackup = operation({
  summary: "Show a backup: its nodes and column families with their sizes",
  effect: "read",
  input: BackupInput,
  body,
  output: BackupDetails,
  routes: { "*": "POST {reeve}/backups/{backup_name}/show" },
  timeout: () => MINUTE,
  example: { backup_name: "before-upgrade", ...example },
});

/** A damaged backup is reported as an error, because the caller has asked whether the backup is intact. */
const checkAnswer: Answer<BackupCheck> = answer(BackupCheck, {
  failure: ({ body: sent }) => {
    const { backup_name: name, problems = [] } = (sent ?? {}) as Partial<BackupCheck>;
    if (!Array.isArray(problems) || problems.length === 0) return undefined;
    const named = (problems as BackupCheck["problems"])
      .slice(0, MAX_NAMED)
      .map(({ file, object, problem }) => `${file} is ${problem} (${object})`);
    const more = problems.length > named.length ? [`and ${problems.length - named.length} more`] : [];
    return { code: "conflict", message: `the backup ${name} cannot be restored: ${[...named, ...more].join("; ")}` };
  },
});

const MAX_NAMED = 10;

export const verifyBackup = operation({
  summary: "Read all files of a backup, and compare each with its checksum",
  about: "If a file is missing or damaged, the command names the file and fails. The next backup stores a damaged file again.",
  effect: "read",
  input: VerifyInput,
  body: [...body, "accept"],
  output: checkAnswer,
  routes: { "*": "POST {reeve}/backups/{backup_name}/verify" },
  timeout: () => 24 * 60 * MINUTE,
  example: { backup_name: "before-upgrade", ...example },
});

export const deleteBackup = operation({
  summary: "Delete a backup, with the files that no other backup needs",
  about: "The files of an unfinished backup are deleted, too.",
  effect: "destroy",
  verifiedBy: "backups.list",
  consequence: "This deletes the backup {backup_name} for good.",
  confirmation: { act: "deleting a backup", name: "{backup_name}" },
  input: BackupInput,
  body,
  output: BackupDeletion,
  routes: { "*": "POST {reeve}/backups/{backup_name}/delete" },
  timeout: () => 20 * MINUTE,
  example: { backup_name: "before-upgrade", ...example },
});

/** The operations on backups, by verb. */
export const backupOperations = { list: listBackups, show: showBackup, verify: verifyBackup, delete: deleteBackup } as const;
