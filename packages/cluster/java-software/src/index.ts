export { type Distribution, type DistributionRule, distributionOf } from "./distribution.ts";
export type { FetchProgress } from "./fetch-jars.ts";
export { enginesFolder, findJava } from "./find-java.ts";
export { type FetchOptions, type Installation, type InstallationOptions, openInstallation } from "./installation.ts";
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
