export { password, serviceAccount, token, tokenCommand, tokenFile, tokenFromEnvironment } from "@reeve/auth";
export type {
  CallOptions,
  CompletionOptions,
  Outage,
  Outcome,
  PlanWaitOptions,
  PlanWaits,
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
export type { ControlResult, Phase, PhaseInput, Plan, PlanInput, Status, Step } from "@reeve/scheduler-models";
export type {
  BackupInput,
  DatabaseConnection,
  DatabaseNodeInfo,
  MaintenanceInput,
  NodeNumberInput,
  NodeStatus,
  RestoreStatus,
  Started,
  WideColumnRevision,
} from "@reeve/wide-column-models";
export { modeOf } from "@reeve/wide-column-models";
export type { WideColumnClient, WideColumnClientOptions, WideColumnNoun } from "./client.ts";
export { createWideColumnClient } from "./client.ts";
export type { MaintenanceWaits } from "./maintenance-waits.ts";
