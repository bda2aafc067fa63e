export {
  CLASS_ARCHIVE_OPTION,
  heapOf,
  javaEnvironment,
  MAKE_TEMPORARY_FOLDER,
  NODE_NAME_OPTION,
  type ProcessSize,
  processorsOption,
  RUN_JAVA,
  TEMPORARY_FILES_OPTION,
} from "./command.ts";
export { type Distribution, type DistributionRule, distributionOf } from "./distribution.ts";
export type { FetchProgress } from "./fetch-jars.ts";
export { enginesFolder, findJava } from "./find-java.ts";
export { type FetchOptions, type Installation, type InstallationOptions, openInstallation } from "./installation.ts";
export { type JavaEngineOptions, type JavaEngineParts, openJavaEngine } from "./java-engine.ts";
export {
  type JavaSoftware,
  type JavaVersions,
  type PinnedJar,
  pinnedJars,
  type WarmUp,
  type WarmUpOptions,
} from "./java-software.ts";
export { type EndedProgram, type ProgramEnvironment, type RunOptions, run } from "./programs.ts";
export { createProvisioner, type PrepareOptions, type Provisioner } from "./provisioner.ts";
export { freePorts, type RunUntilListeningOptions, runUntilListening } from "./run-until-listening.ts";
export { type PreparedTools, type PrepareToolsOptions, prepareTools, type Tools } from "./tools.ts";
export { createValidator, type Validation, type Validator } from "./validator.ts";
