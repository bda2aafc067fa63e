/** What the author of a runtime needs: the boundary, and functions that read what a launch request asks for. */
export { type Clock, pause, systemClock } from "./clock.ts";
export type { Settings } from "./definition/settings.ts";
export { runsCode } from "./definition/software-settings.ts";
export { inherited } from "./inherited.ts";
export type { Log } from "./log.ts";
export { outputOf } from "./output-of.ts";
export { reasonOf } from "./reason.ts";
export type {
  Address,
  Agents,
  CommandCheck,
  Ended,
  HealthCheck,
  HealthCheckTimes,
  Identity,
  LaunchRequest,
  LogExcerpt,
  LogRequest,
  NodeToIdentify,
  Placement,
  PortCheck,
  Program,
  Runtime,
  RuntimeContext,
  TaskState,
  TaskToMeasure,
  Usage,
  VolumeRequest,
} from "./runtime.ts";
export { makeFolder } from "./state/make-folder.ts";
export type { Store } from "./store.ts";
export { type PortAsked, portsAsked, taskEnvironment } from "./task-environment.ts";
