/** What a program needs: it creates an orchestrator, deploys definitions, and controls the instances. */
export type {
  Administration,
  BackupCatalog,
  BackupKeysAdministration,
  BrokerAdministration,
  FileSystemAdministration,
  Layout,
  LayoutBroker,
  PlacedPartition,
  WideColumnAdministration,
} from "./administration.ts";
export { createOrchestrator } from "./create-orchestrator.ts";
export type { CommonDefinition, CustomPhase, CustomPlan, RuntimeChoice, Strategy } from "./definition/common.ts";
export {
  type DefinitionOf,
  definitionEntries,
  type InstanceDefinition,
  type InstanceInput,
  installedAmong,
  instanceDefinition,
  type Kind,
  needsPackage,
  type Offer,
  type Unknown,
} from "./definition/instance-definition.ts";
export type {
  BrokerDefinition,
  BrokerSettings,
  BrokerUris,
  FileSystemDefinition,
  FileSystemPod,
  PodSize,
  WideColumnDefinition,
  WideColumnSettings,
} from "./definition/kinds.ts";
export { immediateOf, type SettingSchemas } from "./definition/settings.ts";
export { isReference, isSecretName } from "./definition/software-settings.ts";
export type {
  Configurations,
  ControlOutcome,
  DeployedConfiguration,
  Instance,
  Maintenance,
  NodeState,
  Nodes,
  NodeView,
  PlanCommand,
  Plans,
  ReplaceOptions,
  RestartOptions,
  TaskView,
} from "./instance.ts";
export {
  type AuditRetention,
  DEFAULT_RETENTION,
  type DeployOptions,
  type Orchestrator,
  type OrchestratorOptions,
  type Removal,
  type Retention,
} from "./orchestrator.ts";
export { type Clock, type Log, pause, systemClock } from "./platform.ts";
export { knownTaskName, taskSpecOf } from "./pod-specs.ts";
export type { Identity, LogExcerpt, LogRequest, Placement, Usage } from "./runtime.ts";
export { changedGuarded, guardedNames } from "./secret-settings.ts";
export {
  compareWithCopy,
  copyState,
  type InstanceToRestore,
  restoreFromCopy,
  stateFormat,
} from "./state/restore-copy.ts";
export type { Work, WorkPhase, WorkPlan } from "./work.ts";
