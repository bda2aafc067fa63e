export {
  coreSiteEntries,
  escapedForSite,
  fsSiteEntries,
  literalProperty,
  type PodFsSite,
  type PodSiteProperty,
  type SiteEntry,
  sharedEdits,
  siteDocument,
  siteSection,
  siteValues,
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
