export { coreSiteEntries, type FsSite, fsSiteEntries, sharedEdits } from "./documents.ts";
export { type FileSystemEngineParts, fileSystemPods, fileSystemPodTypes } from "./pods.ts";
export {
  escapedForSite,
  literalProperty,
  type SiteEntry,
  type SiteProperty,
  siteDocument,
  siteSection,
} from "./site-document.ts";
export {
  type FileSystemVariable,
  type FileSystemVariableName,
  fileSystemVariables,
  settingRefused,
  variableSettings,
  variableValues,
} from "./variables.ts";
