export { type Distribution, distributionOf } from "./distribution.ts";
export { findJava } from "./find-java.ts";
export { enginesFolder } from "./home.ts";
export { type FetchOptions, type Installation, type InstallationOptions, openInstallation } from "./installation.ts";
export type { FetchProgress } from "./maven.ts";
export type { Environment } from "./programs.ts";
