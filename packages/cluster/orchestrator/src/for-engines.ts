/** What the author of an engine needs: the boundary, the definitions of its kind, and functions that make pod specs. */
export type { Administration } from "./administration/administration.ts";
export type { BrokerAdministration, Layout, LayoutBroker, PlacedPartition } from "./administration/broker.ts";
export type { FileSystemAdministration } from "./administration/file-system.ts";
export type {
  BackupCatalog,
  BackupKeysAdministration,
  WideColumnAdministration,
} from "./administration/wide-column.ts";
export type { CertificateAuthority, IssuedCertificate } from "./certificate-authority.ts";
export { type Clock, pause, systemClock } from "./clock.ts";
export type { BrokerDefinition, BrokerSettings, BrokerUris } from "./definition/broker-definition.ts";
export {
  type CommonDefinition,
  type CustomPhase,
  type CustomPlan,
  type Strategy,
  taskUser,
} from "./definition/common.ts";
export {
  type FileSystemDefinition,
  type FileSystemPod,
  type PodSize,
  templateSettings,
} from "./definition/file-system-definition.ts";
export type { DefinitionOf, InstanceDefinition, Kind } from "./definition/instance-definition.ts";
export {
  immediate,
  portSettings,
  type Settings,
} from "./definition/settings.ts";
export {
  inTemplate,
  isReference,
  isSecretName,
  looksLikeCode,
  type SecretReference,
  type SoftwareSettings,
  type SoftwareTraits,
  softwareSettings,
  withoutSecrets,
  withTraits,
} from "./definition/software-settings.ts";
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
export { inherited } from "./inherited.ts";
export type { Log } from "./log.ts";
export type { NodeState, NodeView, TaskView } from "./node.ts";
export { outputOf } from "./output-of.ts";
export { type Reachable, reached, unlessRefused } from "./reachable.ts";
export { reasonOf } from "./reason.ts";
export type {
  Address,
  CommandCheck,
  HealthCheck,
  HealthCheckTimes,
  Identity,
  Placement,
  PortCheck,
  Program,
} from "./runtime.ts";
export { didYouMean } from "./specs/did-you-mean.ts";
export { avoid } from "./specs/placement-rule.ts";
export { type Port, type Resources, resourceSet } from "./specs/resources.ts";
export { makeFolder } from "./state/make-folder.ts";
export type { Store } from "./store.ts";
export { type PortAsked, portsAsked } from "./task-environment.ts";
export type { TaskAtNode, Work, WorkContext, WorkPhase, WorkPlan } from "./work.ts";
