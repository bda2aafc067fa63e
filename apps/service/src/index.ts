export type { DeploymentChange as Deployed } from "@reeve/scheduler-models";
export type { DefinitionInput } from "./definition/service-definition.ts";
export type { LocalAccount } from "./edition/edition.ts";
export type { Limits } from "./http/limits.ts";
export type { Reeve, ReeveOptions, RunningService } from "./reeve.ts";
export { startReeve } from "./start/start-reeve.ts";
