import { api } from "@reeve/contract";
import { allPlans, inspectPlan, rollingRestart } from "@reeve/scheduler-models";
import { restoreStatus, startBackup, startRestore } from "./backup.ts";
import { exportBackupKey, importBackupKey, listBackupKeys, removeBackupKey } from "./backup-keys.ts";
import { backupOperations } from "./backups.ts";
import { showDatabaseConnection } from "./connection.ts";
import { startCleanup, startRepair } from "./maintenance.ts";
import { listMaintenance } from "./maintenance-history.ts";
import { databaseNodeOperations } from "./nodes.ts";
import { continueDatabasePlan, interruptDatabasePlan, showDatabasePlan } from "./plans.ts";

/** The management API of the wide-column database. Its only revision is called W1. */
export const wideColumnApi = api({
  name: "wide-column",
  about: "wide-column database",
  revisions: ["W1"],
  operations: {
    connection: { show: showDatabaseConnection },
    plans: {
      show: showDatabasePlan,
      all: allPlans,
      inspect: inspectPlan,
      interrupt: interruptDatabasePlan,
      continue: continueDatabasePlan,
    },
    nodes: databaseNodeOperations,
    rollingRestart,
    cleanup: { start: startCleanup },
    repair: { start: startRepair },
    backup: { start: startBackup },
    backups: backupOperations,
    backupKeys: { list: listBackupKeys, export: exportBackupKey, import: importBackupKey, remove: removeBackupKey },
    restore: { start: startRestore, status: restoreStatus },
    maintenance: { list: listMaintenance },
  },
});

/** W1, the only revision. */
export type WideColumnRevision = (typeof wideColumnApi)["revisions"][number];
