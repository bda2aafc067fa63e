import type { HealthCheck, LaunchRequest, Placement, TaskState } from "@reeve/orchestrator/runtime";
import { templateVariables } from "@reeve/scheduler-models";
import type { ProcessIdentity } from "../process/spawn.ts";

/** The stored facts about a task: enough to find it again after the service was killed, and to report how it ended. */
export interface LocalTaskRecord {
  readonly taskId: string;
  readonly node: string;
  readonly task: string;
  readonly oneShot: boolean;
  /** Set for a sidecar task. */
  readonly sidecar?: true;
  readonly grace: number;
  readonly placement: Placement;
  readonly healthCheck?: HealthCheck;
  /** The environment for the command of a health check. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The paths of the files that contain secrets. */
  readonly secretFiles?: readonly string[];
  readonly launched: string;
  /** Absent until the process has been started. */
  readonly process?: ProcessIdentity;
  /** Set when a stop was requested. */
  readonly stopping?: true;
  readonly ended?: LocalEndState;
}

export type LocalEndState = Exclude<TaskState, { readonly state: "running" }>;

export function recordOf(request: LaunchRequest, placement: Placement, launched: string): LocalTaskRecord {
  const { taskId, node, task, oneShot, grace, healthCheck } = request;
  const secretFiles = secretFilesOf(request);
  return {
    taskId,
    node,
    task,
    oneShot,
    ...(request.sidecar && { sidecar: true }),
    grace,
    placement,
    launched,
    ...(healthCheck !== null && { healthCheck }),
    ...(secretFiles.length > 0 && { secretFiles }),
  };
}

function secretFilesOf({ files, secrets }: LaunchRequest): readonly string[] {
  const names = Object.keys(secrets);
  const filled = files.filter((file) =>
    templateVariables(file["template-content"]).variables.some((name) => names.includes(name)),
  );
  return filled.map((file) => file["relative-path"]);
}

export function recordedStateOf({ taskId, placement, launched, ended }: LocalTaskRecord): TaskState {
  return ended ?? { taskId, at: launched, state: "running", placement };
}
