import type {
  Backup,
  BackupCheck,
  BackupDeletion,
  BackupDetails,
  BackupInput,
  BackupKey,
  BackupKeyName,
  BackupPlaceInput,
  MaintenanceRequest,
  NodeStatus,
  RestoreInput,
  TrustedBackupKeys,
  VerifyInput,
} from "@reeve/wide-column-models";
import type { WorkPlan } from "../work.ts";

/** Administers a cluster of database nodes. */
export interface WideColumnAdministration {
  /** `host:port` of every node that clients can connect to. */
  connection(): Promise<readonly string[]>;
  status(node: string): Promise<NodeStatus>;
  /** Details of a node, such as its keyspaces with their row counts. */
  details(node: string): Promise<Readonly<Record<string, unknown>>>;
  /** Checks whether a cleanup request fits the current state, and makes the plan for the cleanup. */
  cleanup(request: MaintenanceRequest): Promise<WorkPlan>;
  repair(request: MaintenanceRequest): Promise<WorkPlan>;
  backup(request: BackupInput): Promise<WorkPlan>;
  restore(request: RestoreInput): Promise<WorkPlan>;
  readonly backups: BackupCatalog;
  readonly backupKeys: BackupKeysAdministration;
}

/** Administers the public keys with which backups are verified. */
export interface BackupKeysAdministration {
  list(): TrustedBackupKeys;
  export(): BackupKey;
  import(key: BackupKey): void;
  remove(key: BackupKeyName): void;
}

/** Lists and verifies the backups in an object store, including the backups of other services. */
export interface BackupCatalog {
  /** The backups in the object store, newest first. */
  list(request: BackupPlaceInput, signal: AbortSignal): Promise<readonly Backup[]>;
  show(request: BackupInput, signal: AbortSignal): Promise<BackupDetails>;
  /** Reads all data of a backup and checks it for damage. */
  verify(request: VerifyInput, signal: AbortSignal): Promise<BackupCheck>;
  delete(request: BackupInput, signal: AbortSignal): Promise<BackupDeletion>;
}
