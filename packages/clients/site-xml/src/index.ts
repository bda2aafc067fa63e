export { type Change, type ComparedValue, compareSites, type Difference, type SiteDiff } from "./compare.ts";
export { DEPRECATED_KEYS, DEPRECATED_KEYS_RELEASE } from "./deprecated-keys.ts";
export type { SiteDocument } from "./document.ts";
export { editSite, removeProperty, setProperty } from "./edit.ts";
export type { Names } from "./environment.ts";
export { SiteXmlError, type SiteXmlErrorCode, type SiteXmlErrorDetails } from "./error.ts";
export { escapeText } from "./escape.ts";
export { type ExpandOptions, expand, expanded } from "./expand.ts";
export { formatDiff } from "./format-diff.ts";
export type { SiteEdit } from "./keyed-edits.ts";
export { defaultLimits, type Limits } from "./limits.ts";
export { type Merge, mergeInto, mergeSites, type RefusedProperty } from "./merge.ts";
export type { Place } from "./place.ts";
export { printProperty } from "./print.ts";
export type { ProblemCode, SiteProblem } from "./problem.ts";
export type { PropertySetting, SiteProperties, SiteProperty } from "./property.ts";
export { type ReadOptions, readSite } from "./read.ts";
export {
  type CoreSite,
  coreSite,
  type FailoverParentPath,
  type ProxyUser,
} from "./sites/core-site.ts";
export type { DefaultFileSystem } from "./sites/default-file-system.ts";
export {
  type DataNodeSettings,
  type FailoverSettings,
  type FsSite,
  fsSite,
  type ImageSettings,
  type JournalNodeSettings,
  type NameNodeSettings,
  type Quorum,
  type ShortCircuitSettings,
} from "./sites/fs-site.ts";
export type { NameNode, NameService } from "./sites/name-service.ts";
export type { SharedEdits } from "./sites/shared-edits.ts";
export { boolean } from "./typed/boolean.ts";
export { className } from "./typed/class-name.ts";
export { type DurationUnit, duration } from "./typed/duration.ts";
export { type HostPort, hostPort, hostPorts } from "./typed/host-port.ts";
export { list } from "./typed/list.ts";
export { integer, number } from "./typed/numbers.ts";
export { pattern } from "./typed/pattern.ts";
export { type IntegerRange, ranges } from "./typed/ranges.ts";
export { size } from "./typed/size.ts";
export { type StorageUnit, storageSize } from "./typed/storage-size.ts";
export { url } from "./typed/url.ts";
export type { Values } from "./values.ts";
export { createSite, writeSite } from "./write.ts";
