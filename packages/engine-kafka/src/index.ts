export { findJava } from "./installation/find-java.ts";
export { enginesFolder } from "./installation/home.ts";
export {
  type FetchOptions,
  type Installation,
  type InstallationOptions,
  openInstallation,
} from "./installation/installation.ts";
export type { FetchProgress } from "./installation/maven.ts";
export type { Environment } from "./installation/programs.ts";
export { createKafkaEngine, type KafkaEngineOptions } from "./kafka-engine.ts";
