import type { Placement, TaskState } from "@reeve/orchestrator";

export type EndState = Extract<TaskState, { readonly state: "finished" | "stopped" | "failed" }>;

/** What is stored of a launched task. */
export interface TaskRecord {
  readonly taskId: string;
  readonly node: string;
  readonly task: string;
  readonly oneShot: boolean;
  readonly sidecar?: true;
  /** Its volumes. */
  readonly volumes: readonly string[];
  readonly host: string;
  readonly ports: Readonly<Record<string, number>>;
  /** ISO 8601, UTC. */
  readonly launched: string;
  /** Whether its pod was created: if that pod is gone, the task has ended. */
  readonly isMade?: true;
  readonly placement?: Placement;
  readonly stopping?: true;
  readonly ended?: EndState;
}
