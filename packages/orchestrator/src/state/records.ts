import type { Strategy } from "../definition/common.ts";
import type { InstanceDefinition } from "../definition/instance-definition.ts";
import type { NodeState } from "../node.ts";
import type { Identity, Placement } from "../runtime.ts";
import type { Work, WorkPhase } from "../work.ts";

/** The stored record of an instance. */
export interface InstanceRecord {
  readonly name: string;
  definition: InstanceDefinition;
  /** The id of the target configuration. */
  target: string;
  /** Whether the first deployment has completed. */
  deployed?: true;
  /** Set while it is being removed, so that the removal is completed after a kill. */
  removing?: true;
}

/** The stored record of a node. Times that are shown are ISO 8601, others are milliseconds. */
export interface NodeRecord {
  readonly id: string;
  readonly podType: string;
  readonly index: number;
  /** The configuration that it runs or is being updated to. */
  wanted: string;
  /** The configuration that it was last launched with. */
  configuration?: string;
  state: NodeState;
  reason?: string;
  placement?: Placement;
  volumes: Record<string, string>;
  /** What has run on each of its volumes, by name: a task that prepared it, or the lasting one. Absent where none has. */
  volumeUse: Record<string, "prepared" | "data">;
  /** One-shot tasks that have finished on these volumes. */
  done: string[];
  /** The last run of each task. */
  tasks: TaskRecord[];
  /** Its sidecar tasks; absent if there are none. */
  sidecars?: SidecarRecord[];
  /** The operation that is under way on it. */
  operation?: Operation;
  /** Its address and ports; absent until its runtime has identified it. */
  identity?: Identity;
  /** Orphaned volumes that are still to be deleted. */
  left: string[];
  /** Whether it was ever ready with its volumes; absent in states of earlier versions. */
  wasReady?: boolean;
  /** Where the last node in its place that was ready ran, until this one is ready. */
  replaced?: Placement;
  /** The agent that a replaced node has to avoid. */
  avoid?: string;
  /** It is down, but its step was forced, so that others do not wait for it. */
  excused?: true;
  readyAt?: number;
  /** It leaves for good. `begun`: the engine may have begun to move its data, and there is no way back. */
  leaving?: "asked" | "begun";
  /** How often in a row it died soon after it was ready. */
  deaths: number;
}

export interface TaskRecord {
  readonly task: string;
  readonly taskId: string;
  readonly configuration: string;
  state: "launching" | "waiting" | "running" | "finished" | "stopped" | "failed";
  reason?: string;
  placement?: Placement;
  /** A hash of the environment it was launched with; absent in states of earlier versions. */
  environment?: string;
  at: string;
}

/** A sidecar task. Its request is never stored, because it contains secrets. */
export interface SidecarRecord {
  readonly taskId: string;
  /** The step that it works for, and the key by which the step's work knows it. */
  readonly step: string;
  readonly key: string;
  state: "launching" | "running" | "finished" | "stopped" | "failed";
  reason?: string;
  /** Its work has ended, so it is ended and dropped. */
  unwanted?: true;
}

/** An operation on a node: stop its tasks, launch them again, wait until it is ready. */
export interface Operation {
  /** The configuration for the launch. */
  readonly configuration: string;
  /** Whether to launch it idle. */
  readonly idle: boolean;
  /** Whether to delete its volumes and avoid its agent; false once that is done. */
  fresh: boolean;
  /**
   * `lose`: asks whether its volumes may be deleted. `start`: asks whether it may be launched. `delay`: it failed, and is launched again
   * at `retryAt`. `left`: it has stopped for good, and its volumes are being deleted.
   */
  stage: "stop" | "lose" | "start" | "launch" | "ready" | "delay" | "left";
  /** It is not launched again. */
  leaves?: true;
  /** A missing volume: the node gets new ones once the engine agrees. */
  lost?: string;
  /** Volumes that may be deleted without asking the engine, because a user forced it. */
  force?: readonly string[];
  /** When it began, then when its task began to run, so that stopping and waiting do not shorten its time to get ready. */
  since: number;
  failures: number;
  retryAt?: number;
}

export interface PlanRecord {
  readonly name: string;
  readonly id: string;
  readonly strategy: Strategy;
  /** No new step begins. */
  interrupted: boolean;
  /** Ids of the steps that come first. */
  readonly urgent: readonly string[];
  /** Of a maintenance plan: the request, without secrets. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Whether its work needs secrets, which are not stored. */
  readonly needsSecrets: boolean;
  /** What takes its place when it is stopped; empty where it is that already. */
  readonly undo?: readonly WorkPhase[];
  /** It failed, and newer maintenance has begun since, so it can no longer be retried. */
  superseded?: true;
}

/** The record of maintenance, which outlives its plan. */
export interface MaintenanceRecord {
  /** That of its plan. */
  readonly id: string;
  /** Counts up. */
  readonly number: number;
  /** `cleanup`, `repair`, `backup`, `restore` */
  readonly name: string;
  /** The request, without secrets. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly requestedAt: string;
  /** When its first step began. */
  startedAt?: string;
  endedAt?: string;
  /** Absent while it has not ended. */
  outcome?: "complete" | "failed";
  failure?: string;
}

export interface PhaseRecord {
  readonly id: string;
  readonly name: string;
  readonly strategy: Strategy;
  /** Its position in the plan. */
  readonly order: number;
  interrupted: boolean;
}

export interface StepRecord {
  readonly id: string;
  readonly name: string;
  action: StepAction;
  progress: "pending" | "active" | "complete" | "failed";
  /** An operator restarted it, so it is done even if nothing differs. */
  again?: true;
  /** It waits for an operator's decision before it begins. */
  decision?: "open" | "taken";
  /** Part of the visible Reconciliation step. */
  readonly hidden?: true;
  /** Why it failed. */
  reason?: string;
  startedAt?: string;
  completedAt?: string;
}

/** The action of a step. */
export type StepAction =
  /** No action: running tasks are compared with the state when the first plan begins. */
  | { readonly type: "reconcile" }
  | { readonly type: "update"; readonly node: string; readonly configuration: string }
  | { readonly type: "pause" | "leave"; readonly node: string }
  /** With why it is needed: how the node ended. */
  | { readonly type: "recover"; readonly node: string; readonly because?: string }
  /** Because it hangs: dropped if it answers again. */
  | { readonly type: "restart"; readonly node: string; readonly hangs?: true }
  /** With volumes that may be deleted without asking the engine, because a user forced it. */
  | { readonly type: "replace"; readonly node: string; readonly force?: readonly string[] }
  /** `restart data-*`: becomes a step for each node when the plan is started. */
  | { readonly type: "select"; readonly select: string }
  | { readonly type: "work"; readonly work: Work };
