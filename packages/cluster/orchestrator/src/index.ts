export type { Administration } from "./administration/administration.ts";
export type { BrokerAdministration } from "./administration/broker.ts";
export type { FileSystemAdministration } from "./administration/file-system.ts";
export { aloneNote, leastInSync } from "./administration/in-sync.ts";
export type { BackupCatalog, WideColumnAdministration } from "./administration/wide-column.ts";
export type { CertificateAuthority, IssuedCertificate } from "./certificate-authority.ts";
export type { Clock } from "./clock.ts";
export { pause, systemClock } from "./clock.ts";
export { createOrchestrator } from "./create-orchestrator.ts";
export type { BrokerDefinition, BrokerSettings, BrokerUris } from "./definition/broker-definition.ts";
export {
  type CommonDefinition,
  type CustomPhase,
  type CustomPlan,
  type RuntimeChoice,
  type Strategy,
  taskUser,
} from "./definition/common.ts";
export type { FileSystemDefinition, FileSystemPod, PodSize } from "./definition/file-system-definition.ts";
export {
  type DefinitionOf,
  type InstanceDefinition,
  type InstanceInput,
  instanceDefinition,
  type Kind,
  type Unknown,
} from "./definition/instance-definition.ts";
export type { Offer } from "./definition/offers.ts";
export {
  immediate,
  immediateOf,
  portSettings,
  type Settings,
  type SoftwareSettings,
  softwareSettings,
} from "./definition/settings.ts";
export type { WideColumnDefinition, WideColumnSettings } from "./definition/wide-column-definition.ts";
export type {
  Change,
  Cluster,
  Engine,
  EngineContext,
  Environment,
  Limits,
  PrepareContext,
  Readiness,
  Secrets,
} from "./engine.ts";
export { coreSiteEntries, type FsSite, fsSiteEntries, sharedEdits } from "./file-system/documents.ts";
export { type FileSystemEngineParts, fileSystemPods, fileSystemPodTypes } from "./file-system/pods.ts";
export {
  escapedForSite,
  literalProperty,
  type SiteEntry,
  type SiteProperty,
  siteDocument,
  siteSection,
} from "./file-system/site-document.ts";
export {
  type FileSystemVariable,
  type FileSystemVariableName,
  fileSystemVariables,
  settingRefused,
  variableValues,
} from "./file-system/variables.ts";
export { inherited } from "./inherited.ts";
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
export { outputOf } from "./output-of.ts";
export { describeProposal } from "./partitions/describe-proposal.ts";
export { copiesOf, type Layout, type LayoutBroker, type Move, type PlacedPartition } from "./partitions/layout.ts";
export { type PartitionWork, partitionWorkOf } from "./partitions/partition-work.ts";
export { progressOf } from "./partitions/progress.ts";
export { type BalanceWishes, proposeBalance, proposeEmptying, proposeReplication } from "./partitions/propose.ts";
export { fullBroker, roomFor, tooWide } from "./partitions/room.ts";
export { DEFAULT_RATE, electionPlan, type MovePlanOptions, movePlan } from "./partitions/work-plan.ts";
export { taskSpecOf } from "./pause.ts";
export { type Reachable, reached, unlessRefused } from "./reachable.ts";
export { reasonOf } from "./reason.ts";
export { type AuditRetention, DEFAULT_RETENTION, type Retention } from "./retention.ts";
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
export { didYouMean } from "./specs/did-you-mean.ts";

export { avoid } from "./specs/placement-rule.ts";
export { type Port, type Resources, resourceSet } from "./specs/resources.ts";
export { makeFolder } from "./state/make-folder.ts";
export type { Store } from "./store.ts";
export { type PortAsked, portsAsked, taskEnvironment } from "./task-environment.ts";
export type { TaskAtNode, Work, WorkContext, WorkPhase, WorkPlan } from "./work.ts";
