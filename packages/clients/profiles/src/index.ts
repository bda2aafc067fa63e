export { cachedNames } from "./cached-names.ts";
export type { ProfileConnection } from "./credentials.ts";
export { connectionOptionsOf, credentialsFor, credentialsOf } from "./credentials.ts";
export { beginningOf, isAlive } from "./files/lock.ts";
export { fileReason, makeFolder, replaceFile } from "./files/write-file.ts";
export { keepCompiled } from "./keep-compiled.ts";
export type { KindName } from "./kinds.ts";
export { isKind, kindNamed, kinds } from "./kinds.ts";
export type { Locations } from "./locations.ts";
export { locate } from "./locations.ts";
export type { Finding, Memory, Subject } from "./memory.ts";
export { openMemory, rememberingToken } from "./memory.ts";
export type { ProcessContext } from "./process-context.ts";
export { contextOfThisProcess } from "./process-context.ts";
export type { Access, Ca, ClientCertificate } from "./settings/access.ts";
export type { ProjectFile } from "./settings/project-file.ts";
export { findProjectFile } from "./settings/project-file.ts";
export type { Flags, SettingPerKind, Settings } from "./settings/resolve.ts";
export { loadSettings, resolveSettings } from "./settings/resolve.ts";
export type { DescribedSetting, PerKind, Setting, SettingPlace, Sourced } from "./settings/setting.ts";
export { describeSettings, readPerKind } from "./settings/setting.ts";
export type { LocalReference } from "./store/local-profile.ts";
export { readLocals, removeLocal, writeLocal } from "./store/local-profile.ts";
export type { Authority, ServiceChoice } from "./store/profile.ts";
export { identityOf, isSameUrl, Login, loginWords, Profile } from "./store/profile.ts";
export type { ListedProfile, Stored } from "./store/profiles.ts";
export {
  addProfile,
  changeProfile,
  listProfiles,
  readStored,
  removeProfile,
  showProfile,
  useProfile,
} from "./store/profiles.ts";
export type { ClusterAuthority } from "./trust.ts";
export { type AuthorityConnection, certificateEnd, fetchAuthority, fingerprintOf, isSameFingerprint } from "./trust.ts";
