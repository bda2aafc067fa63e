export { type Change, type ComparedValue, compareSites, type Difference, formatDiff, type SiteDiff } from "./compare.ts";
export { DEPRECATED_KEYS, DEPRECATED_KEYS_RELEASE } from "./deprecated-keys.ts";
export { createSite, defaultLimits, type Limits, type ReadOptions, readSite, type SiteDocument, writeSite } from "./document.ts";
export { editSite, removeProperty, type SiteEdit, setProperty } from "./edit.ts";
export { SiteXmlError, type SiteXmlErrorCode, type SiteXmlErrorDetails } from "./error.ts";
export { type ExpandOptions, expand, expanded, type Names } from "./expand.ts";
export { type Merge, mergeInto, mergeSites, type RefusedProperty } from "./merge.ts";
export type { Place } from "./place.ts";
export { escapeText, printProperty } from "./print.ts";
export type { ProblemCode, SiteProblem } from "./problem.ts";
export type { PropertySetting, SiteProperties, SiteProperty } from "./property.ts";
export { type CoreSite, coreSite, type ProxyUser } from "./sites/core-site.ts";
export { type FsSite, fsSite, type NameNode, type NameService, type SharedEdits } from "./sites/fs-site.ts";
export type { SiteView } from "./sites/view.ts";
export {
  type DurationUnit,
  duration,
  type IntegerRange,
  integer,
  number,
  ranges,
  type StorageUnit,
  size,
  storageSize,
} from "./typed/numbers.ts";
export { boolean, className, type HostPort, hostPort, hostPorts, list, pattern, url } from "./typed/texts.ts";
export type { Values } from "./values.ts";
