/** What the author of an engine needs: the boundary, the definitions of its kind, and functions that make pod specs. */
export type {
  Administration,
  BackupCatalog,
  BackupKeysAdministration,
  BrokerAdministration,
  CommittedOffset,
  FileSystemAdministration,
  GroupAdministration,
  Layout,
  LayoutBroker,
  PlacedPartition,
  SettingsChange,
  TopicWishes,
  WideColumnAdministration,
} from "./administration.ts";
export { idsOf, isUnderWay, mayRun, notReady, READY } from "./answers.ts";
export {
  type CommonDefinition,
  type CustomPhase,
  type CustomPlan,
  type Strategy,
  taskUser,
} from "./definition/common.ts";
export type { DefinitionOf, InstanceDefinition, Kind } from "./definition/instance-definition.ts";
export {
  type BrokerDefinition,
  type BrokerSettings,
  type BrokerUris,
  type FileSystemDefinition,
  type FileSystemPod,
  type PodSize,
  templateSettings,
  type WideColumnDefinition,
  type WideColumnSettings,
} from "./definition/kinds.ts";
export {
  immediate,
  portSettings,
  type SettingSchemas,
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
export { fullDisk, makePrivateFolder } from "./disk.ts";
export type {
  Cluster,
  Engine,
  EngineContext,
  Environment,
  NodeChange,
  NodeLimits,
  PrepareContext,
  Readiness,
  Secrets,
} from "./engine.ts";
export type { NodeState, NodeView, TaskView } from "./instance.ts";
export { reasonOf, suggestionFor } from "./messages.ts";
export {
  type CertificateAuthority,
  type Clock,
  type IssuedCertificate,
  type Log,
  pause,
  type Store,
  systemClock,
} from "./platform.ts";
export { avoid, type Port, podSpec, type Resources, resourceSet, taskSpec } from "./pod-specs.ts";
export { inherited, outputOf, type PortAsked, portsAsked, type Reachable, reached, unlessRefused } from "./programs.ts";
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
export type { TaskAtNode, Work, WorkContext, WorkPhase, WorkPlan } from "./work.ts";
