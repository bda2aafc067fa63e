import type {
  Backup,
  BackupCheck,
  BackupDeletion,
  BackupDetails,
  BackupInput,
  BackupPlaceInput,
  MaintenanceRequest,
  NodeStatus,
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
  restore(request: BackupInput): Promise<WorkPlan>;
  readonly backups: BackupCatalog;
}

/** Lists and verifies the backups in an object store, including the backups of other services. */
export interface BackupCatalog {
  /** The backups in the object store, newest first. */
  list(request: BackupPlaceInput, signal: AbortSignal): Promise<readonly Backup[]>;
  show(request: BackupInput, signal: AbortSignal): Promise<BackupDetails>;
  /** Reads all data of a backup and checks it for damage. */
  verify(request: BackupInput, signal: AbortSignal): Promise<BackupCheck>;
  delete(request: BackupInput, signal: AbortSignal): Promise<BackupDeletion>;
}
