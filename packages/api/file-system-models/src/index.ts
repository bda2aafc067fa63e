export type { FileSystemRevision } from "./api.ts";
export { fileSystemApi } from "./api.ts";
export type { SiteXml } from "./endpoints.ts";
export { showCoreSite, showFsSite } from "./endpoints.ts";
export type { FileSystemStatus } from "./file-system-status.ts";
export { showStatus } from "./file-system-status.ts";
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
export {
  fileSystemTargetConfiguration,
  inspectFileSystemConfiguration,
  listFileSystemConfigurations,
  showFileSystemConfiguration,
  TargetConfiguration,
} from "./target-configuration.ts";
