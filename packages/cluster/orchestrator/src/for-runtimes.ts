/** What the author of a runtime needs: the boundary, and functions that read what a launch request asks for. */

export type { SettingSchemas } from "./definition/settings.ts";
export { runsCode } from "./definition/software-settings.ts";
export { fullDisk, makePrivateFolder } from "./disk.ts";
export { type LogPart, type LogSource, logExcerptOf } from "./log-excerpt.ts";
export { reasonOf } from "./messages.ts";
export { type Clock, type Log, pause, type Store, systemClock } from "./platform.ts";
export { contentOfFile, inherited, outputOf, type PortAsked, portsAsked, taskEnvironment } from "./programs.ts";
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
