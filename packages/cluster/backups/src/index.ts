export {
  type BackupName,
  type BackupParameters,
  keysOf,
  nameOfBackup,
  parametersOf,
  placeOf,
} from "./backup-request.ts";
export { backupCatalog } from "./catalog/backup-catalog.ts";
export { type BackupRetention, retain, retentionPhases, retentionSettings } from "./catalog/retention.ts";
export { markDamaged, reuseOf } from "./catalog/reuse.ts";
export { beginUpload, endUpload, expectUnfinished, type Upload } from "./catalog/unfinished.ts";
export { inParallel } from "./in-parallel.ts";
export { keysAdministration } from "./keys/administration.ts";
export { type BackupKeys, backupKeys, type KeyFiles, keyFilesInMemory } from "./keys/backup-keys.ts";
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
export { isComplete, readIntact, readTrusted } from "./layout/trusted-backup.ts";
export { type Limited, limiter } from "./limiter.ts";
export { checkEarly } from "./object-store/check-early.ts";
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
export { objectStores } from "./object-store/open-object-store.ts";
