/** What a program needs: it creates an orchestrator, deploys definitions, and controls the instances. */
export type { Administration } from "./administration/administration.ts";
export type { BrokerAdministration, Layout, LayoutBroker, PlacedPartition } from "./administration/broker.ts";
export type { FileSystemAdministration } from "./administration/file-system.ts";
export type {
  BackupCatalog,
  BackupKeysAdministration,
  WideColumnAdministration,
} from "./administration/wide-column.ts";
export { type Clock, pause, systemClock } from "./clock.ts";
export { createOrchestrator } from "./create-orchestrator.ts";
export type { BrokerDefinition, BrokerSettings, BrokerUris } from "./definition/broker-definition.ts";
export type { CommonDefinition, CustomPhase, CustomPlan, RuntimeChoice, Strategy } from "./definition/common.ts";
export type { FileSystemDefinition, FileSystemPod, PodSize } from "./definition/file-system-definition.ts";
export { changedGuarded, guardedNames } from "./definition/guarded-settings.ts";
export {
  type DefinitionOf,
  type InstanceDefinition,
  type InstanceInput,
  instanceDefinition,
  type Kind,
  type Unknown,
} from "./definition/instance-definition.ts";
export type { Offer } from "./definition/offers.ts";
export { immediateOf, type Settings } from "./definition/settings.ts";
export { isReference, isSecretName } from "./definition/software-settings.ts";
export type { WideColumnDefinition, WideColumnSettings } from "./definition/wide-column-definition.ts";
export type {
  Configuration,
  Configurations,
  ControlOutcome,
  Instance,
  Maintenance,
  Nodes,
  PlanCommand,
  Plans,
  ReplaceOptions,
  RestartOptions,
} from "./instance.ts";
export type { Log } from "./log.ts";
export type { NodeState, NodeView, TaskView } from "./node.ts";
export type { Deployed, DeployOptions, Orchestrator, OrchestratorOptions, Removal } from "./orchestrator.ts";
export { taskSpecOf } from "./pause.ts";
export { type AuditRetention, DEFAULT_RETENTION, type Retention } from "./retention.ts";
export type { Identity, LogExcerpt, LogRequest, Placement, Usage } from "./runtime.ts";
export {
  compareWithCopy,
  copyState,
  type InstanceToRestore,
  restoreFromCopy,
  stateFormat,
} from "./state/restore-copy.ts";
export type { Work, WorkPhase, WorkPlan } from "./work.ts";
