export type { FileSystemRevision } from "./api.ts";
export { fileSystemApi } from "./api.ts";
export type { SiteDocument } from "./endpoints.ts";
export { coreSite, fsSite } from "./endpoints.ts";
export {
  continuePlan,
  forceCompleteStep,
  interruptPlan,
  listPlans,
  restartStep,
  showPlan,
  startPlan,
  stopPlan,
} from "./plans.ts";
export { listPods, pausePod, podInfo, replacePod, restartPod } from "./pods.ts";
export type { FileSystemStatus } from "./status.ts";
export { showStatus } from "./status.ts";
export {
  inspectConfiguration,
  listConfigurations,
  showConfiguration,
  TargetConfiguration,
  targetConfiguration,
} from "./target-configuration.ts";
