export { password, serviceAccount, token, tokenCommand, tokenFile, tokenFromEnvironment } from "@reeve/auth";
export type {
  CallOptions,
  CompletionOptions,
  NodeProgress,
  NodesInput,
  OneByOneOptions,
  Outage,
  Outcome,
  PlanWaitOptions,
  PlanWaits,
  PodWaits,
  PollOptions,
  PromisedAnswer,
  RawAnswer,
  RolloutProgress,
  RolloutState,
  RolloutStep,
  WaitOptions,
} from "@reeve/client";
export { callOperation, closeClient, describeClient, outcomeOf, revisionOf, rolloutState } from "@reeve/client";
export type { ErrorCode, ErrorContext } from "@reeve/contract";
export { isReeveError, ReeveError } from "@reeve/contract";
export type { FileSystemRevision, SiteXml, TargetConfiguration } from "@reeve/file-system-models";
export type {
  ConfigurationIds,
  ControlResult,
  NodeAction,
  NodeIds,
  NodeInfo,
  NodeInput,
  Phase,
  PhaseInput,
  Plan,
  PlanInput,
  PlanNames,
  PodSpec,
  Status,
  Step,
  StepInput,
} from "@reeve/scheduler-models";
export {
  avoidedTypes,
  demandOf,
  environmentOf,
  isOneShot,
  labelsOf,
  parseNodeId,
  renderTemplate,
  summaryOf,
  totalsOf,
} from "@reeve/scheduler-models";
export type { FileSystemClient, FileSystemClientOptions, FileSystemNoun } from "./client.ts";
export { createFileSystemClient } from "./client.ts";
export type { ReadSiteDocument, SiteReads } from "./site-reads.ts";
