export type { WideColumnRevision } from "./api.ts";
export { wideColumnApi } from "./api.ts";
export { BackupInput, BackupPlaceInput, type RestoreInput, restoreStatus, startBackup, startRestore, type VerifyInput } from "./backup.ts";
export {
  type BackupKey,
  type BackupKeyInput,
  type BackupKeyName,
  exportBackupKey,
  importBackupKey,
  listBackupKeys,
  removeBackupKey,
  type TrustedBackupKey,
  TrustedBackupKeys,
} from "./backup-keys.ts";
export { type Backup, BackupCheck, BackupDeletion, BackupDetails, type BackupProblem, Backups } from "./backup-resources.ts";
export { deleteBackup, listBackups, showBackup, verifyBackup } from "./backups.ts";
export { DatabaseConnection, showDatabaseConnection } from "./connection.ts";
export type { MaintenanceRequest } from "./maintenance.ts";
export { MaintenanceInput, startCleanup, startRepair } from "./maintenance.ts";
export { listMaintenance, type MaintenanceEntry, MaintenanceHistory } from "./maintenance-history.ts";
export { modeOf } from "./mode-of.ts";
export type { NodeNumber } from "./node-number.ts";
export { NodeNumberInput } from "./node-number.ts";
export { DatabaseNodeInfo, NodeStatus, nodeInfo, nodeStatus } from "./nodes.ts";
export { continueDatabasePlan, interruptDatabasePlan, showDatabasePlan } from "./plans.ts";
export { RestoreStatus } from "./restore-status.ts";
export { Started } from "./started.ts";
