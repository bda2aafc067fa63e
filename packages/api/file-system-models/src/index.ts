export type { FileSystemRevision } from "./api.ts";
export { fileSystemApi } from "./api.ts";
export type { SiteXml } from "./endpoints.ts";
export { showCoreSite, showFsSite } from "./endpoints.ts";
export {
  continueFileSystemPlan,
  forceCompleteFileSystemStep,
  interruptFileSystemPlan,
  listFileSystemPlans,
  restartFileSystemStep,
  showFileSystemPlan,
  startFileSystemPlan,
  stopFileSystemPlan,
} from "./plans.ts";
export { fileSystemPodInfo, listFileSystemPods, pauseFileSystemPod, replaceFileSystemPod, restartFileSystemPod } from "./pods.ts";
export type { FileSystemStatus } from "./status.ts";
export { showStatus } from "./status.ts";
export {
  fileSystemTargetConfiguration,
  inspectFileSystemConfiguration,
  listFileSystemConfigurations,
  showFileSystemConfiguration,
  TargetConfiguration,
} from "./target-configuration.ts";
