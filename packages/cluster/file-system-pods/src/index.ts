export {
  coreSiteEntries,
  escapedForSite,
  type FsSite,
  fsSiteEntries,
  literalProperty,
  type SiteEntry,
  type SiteProperty,
  sharedEdits,
  siteDocument,
  siteSection,
} from "./documents.ts";
export { type FileSystemEngineParts, fileSystemPods, fileSystemPodTypes } from "./pods.ts";
export {
  type FileSystemVariable,
  type FileSystemVariableName,
  fileSystemVariables,
  settingRefused,
  variableSettings,
  variableValues,
} from "./variables.ts";
