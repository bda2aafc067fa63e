import type { Placement, TaskState } from "@reeve/orchestrator/runtime";

export type PodEndState = Extract<TaskState, { readonly state: "finished" | "stopped" | "failed" }>;

/** The stored record of a launched task. */
export interface PodTaskRecord {
  readonly taskId: string;
  readonly node: string;
  readonly task: string;
  readonly oneShot: boolean;
  readonly sidecar?: true;
  /** The names of the task's volumes. */
  readonly volumes: readonly string[];
  readonly host: string;
  readonly ports: Readonly<Record<string, number>>;
  /** The time of the launch (ISO 8601, UTC). */
  readonly launched: string;
  /** Whether the task's pod was created. If a created pod is gone, the task has ended. */
  readonly isMade?: true;
  readonly placement?: Placement;
  readonly stopping?: true;
  readonly ended?: PodEndState;
}
