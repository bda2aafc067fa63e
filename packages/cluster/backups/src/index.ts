export { backupCatalog } from "./catalog/backup-catalog.ts";
export { type BackupRetention, retentionSettings } from "./catalog/retention.ts";
export { markDamaged, reuseOf } from "./catalog/reuse.ts";
export {
  type BackupKeys,
  backupKeys,
  type KeyFiles,
  keyFilesInMemory,
  keysAdministration,
} from "./keys/backup-keys.ts";
export {
  type BackedUpNode,
  type BackupFile,
  contentKey,
  describeFile,
  type FileManifest,
  type FilesOfNode,
  isIntact,
  type Manifest,
  manifestKey,
  type StoredFile,
} from "./layout/manifest.ts";
export { writeManifest } from "./layout/signed-manifest.ts";
export { readIntact, readTrusted } from "./layout/trusted-backup.ts";
export {
  bucketOf,
  type Content,
  type Digest,
  type Keys,
  type ObjectStore,
  type ObjectStoreOptions,
  type OpenObjectStore,
  type StoredObject,
} from "./object-store/object-store.ts";
export { checkEarly, objectStores } from "./object-store/open-object-store.ts";
export { inParallel, type Limited, limiter } from "./parallel.ts";
export { beginFiles, completeBackup, type DatabaseWithBackups, dropOld, planOfBackup } from "./plans/backup-plan.ts";
export { chosenTables, planOfMaintenance, type TableChoice } from "./plans/maintenance.ts";
export { type BackupName, type BackupParameters, keysOf, nameOfBackup, parametersOf, placeOf } from "./plans/parameters.ts";
export { expectNoData, expectSameSize, manifestToRestore, planOfRestore } from "./plans/restore.ts";
