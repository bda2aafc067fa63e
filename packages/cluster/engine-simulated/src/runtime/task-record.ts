import type { LaunchRequest, Placement, TaskState } from "@reeve/orchestrator/runtime";

/** What is stored about a task: enough to continue the task after a restart of the service, and to report how it ended. */
export interface SimulatedTaskRecord {
  readonly taskId: string;
  readonly node: string;
  readonly podType: string;
  readonly task: string;
  readonly oneShot: boolean;
  /** Set for a sidecar task. Engines do not simulate such tasks. */
  readonly sidecar?: true;
  readonly command: string;
  readonly volume: string | undefined;
  readonly placement: Placement;
  readonly grace: number;
  readonly launched: string;
  /** The error message with which the task fails as soon as it starts. */
  readonly lastWords?: string;
  readonly ended?: SimulatedEndState;
}

export type SimulatedEndState = Exclude<TaskState, { readonly state: "running" }>;

export function simulatedRecordOf(
  request: LaunchRequest,
  placement: Placement,
  launched: string,
  lastWords: string | undefined,
): SimulatedTaskRecord {
  return {
    taskId: request.taskId,
    node: request.node,
    podType: request.podType,
    task: request.task,
    oneShot: request.oneShot,
    ...(request.sidecar && { sidecar: true }),
    command: request.command.value,
    volume: Object.values(request.volumes)[0]?.name,
    placement,
    grace: request.grace,
    launched,
    ...(lastWords !== undefined && { lastWords }),
  };
}

/** Returns the state of a task. As in runtimes with real processes, a task counts as running as soon as it has been launched. */
export function simulatedStateOf({ taskId, placement, launched, ended }: SimulatedTaskRecord): TaskState {
  return ended ?? { taskId, at: launched, state: "running", placement };
}

export const recordKey = (taskId: string): string => `task/${taskId}`;
