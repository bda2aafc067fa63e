export { ConfigurationIds, ConfigurationInput } from "./configuration-id.ts";
export type { ControlResult } from "./control-result.ts";
export { ControlMessage, controlAnswer } from "./control-result.ts";
export type {
  DeploymentAnswer,
  DeploymentChange,
  DeploymentPreview,
  FieldDifference,
  PreviewedPhase,
  PreviewedStep,
} from "./deployment-preview.ts";
export { fieldDifferences } from "./deployment-preview.ts";
export type { Label, Wrapped } from "./labels.ts";
export { Labels } from "./labels.ts";
export { MessageResult, messageAnswer } from "./message-result.ts";
export { NodeAction, nodeActionAnswer } from "./node-action.ts";
export type { NodeId, TaskId } from "./node-id.ts";
export { formatNodeId, parseNodeId, parseTaskId } from "./node-id.ts";
export type { NodeTask } from "./node-info.ts";
export { NodeInfo } from "./node-info.ts";
export { type Force, force, NODE_ID, NodeIds, NodeInput, NodeTasksInput, NUMBER, nodeTraits, ReplaceNodeInput } from "./node-input.ts";
export { nodeOperations, WAITED } from "./node-operations.ts";
export type { NodeUsage, OwnNode, OwnTask } from "./own-node.ts";
export { OwnNodeDetails, OwnNodes } from "./own-node.ts";
export type { AnyNode, AnyNodeInput } from "./own-nodes.ts";
export { listNodes, nodesUsage, ownNodes } from "./own-nodes.ts";
export { allPlans, inspectPlan } from "./own-plans.ts";
export type {
  AuditInput,
  ConsoleLink,
  DeployInput,
  Figures,
  FiguresOverTime,
  LogInput,
  NodeLogInput,
  PastConfiguration,
  WatchInput,
} from "./own-service.ts";
export {
  deployDefinition,
  endSessions,
  listPastConfigurations,
  makeConsoleLink,
  nodeLog,
  showDefinition,
  showFigures,
  showInfo,
  showMetrics,
  showPastDefinition,
  tailAudit,
  tailLog,
  watchEvents,
} from "./own-service.ts";
export { Phase, Plan, Step } from "./plan.ts";
export { ownPlanAnswer, planAnswer } from "./plan-answer.ts";
export type { Named } from "./plan-inputs.ts";
export { NamedPlanInput, PhaseInput, PlanInput, PlanNames, StepInput } from "./plan-inputs.ts";
export { Block, PhaseOfBlocks, PlanOfBlocks, planOfSteps } from "./plan-of-blocks.ts";
export { ANY_PLAN, planOperations, SEEN_ON_NEWER_SERVERS } from "./plan-operations.ts";
export type { PlacementRule, TaskTypeRule } from "./pod-spec.ts";
export { PodSpec } from "./pod-spec.ts";
export {
  avoidedTypes,
  type Demand,
  demandOf,
  environmentOf,
  isDecisionPoint,
  isOneShot,
  labelsOf,
  type ResourceTotals,
  totalsOf,
} from "./readers.ts";
export type { PortSpec, SpecValue } from "./resource-spec.ts";
export { ResourceSpec, VolumeSpec } from "./resource-spec.ts";
export { ROLLING_RESTART, type RollingRestartInput, rollingRestart, startRollingRestart } from "./rolling-restart.ts";
export { reasonOfStep } from "./step-reason.ts";
export type { Status } from "./step-status.ts";
export { oldSpelling, readStatus, statuses } from "./step-status.ts";
export type { TaskSummary } from "./summary-of.ts";
export { summaryOf } from "./summary-of.ts";
export type { CommandUri, EnvironmentVariable } from "./task-command.ts";
export { TaskCommand } from "./task-command.ts";
export type { Executor } from "./task-info.ts";
export { TaskInfo } from "./task-info.ts";
export type { DiskInfo, Range, Reservation } from "./task-resource.ts";
export { TaskResource } from "./task-resource.ts";
export type { CommandSpec, ConfigFile, ReadinessCheckSpec, ResourceSet } from "./task-spec.ts";
export { TaskSpec } from "./task-spec.ts";
export type { ContainerStatus, NetworkInfo } from "./task-status.ts";
export { TaskStatus } from "./task-status.ts";
export { renderTemplate, templateVariables } from "./template.ts";
export type { ToolOutput } from "./tool-output.ts";
export { hiddenFailure, toolOutput } from "./tool-output.ts";
