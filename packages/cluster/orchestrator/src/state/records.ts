import { ReeveError } from "@reeve/contract";
import type { Strategy } from "../definition/common.ts";
import type { InstanceDefinition } from "../definition/instance-definition.ts";
import type { NodeState } from "../instance.ts";
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
  /** Set while the instance is being removed, so that the removal continues after a restart. */
  removing?: true;
}

/** The stored record of a node. Times that users see are ISO 8601 texts. All other times are milliseconds since the epoch. */
export interface NodeRecord {
  readonly id: string;
  readonly podType: string;
  readonly index: number;
  /** The configuration with which the node runs or to which it is being updated. */
  wanted: string;
  /** The configuration of the node's last launch. */
  configuration?: string;
  state: NodeState;
  reason?: string;
  placement?: Placement;
  volumes: Record<string, string>;
  /**
   * How each volume was used, by the volume's name: `data` if the long-running task has run on it, `prepared` if only one-shot tasks or the
   * idle task have.
   */
  volumeUse: Record<string, "prepared" | "data">;
  /** The spec names of the one-shot tasks that have already finished with these volumes. */
  done: string[];
  /** The last run of each task. */
  tasks: TaskRecord[];
  /** The node's sidecar tasks; absent if there are none. */
  sidecars?: SidecarRecord[];
  /** The operation in progress on the node. */
  operation?: NodeOperation;
  /** The node's address and ports; absent until the runtime has identified the node. */
  identity?: Identity;
  /** Volumes that no longer belong to the node and still have to be deleted. */
  left: string[];
  /** Whether the node was ever ready with its current volumes; absent in states that earlier versions wrote. */
  wasReady?: boolean;
  /** Where the previous node with this id was last ready; set until this node is ready. */
  replaced?: Placement;
  /** The agent on which the node ran before it was replaced. The next launch should avoid this agent. */
  avoid?: string;
  /** Set if an operator forced the node's step to complete while the node was down, so that other nodes do not wait for it. */
  excused?: true;
  readyAt?: number;
  /** Set if the node leaves for good. From `begun` on, the engine may be moving the node's data, so the departure cannot be revoked. */
  leaving?: "asked" | "begun";
  /** How many times in a row the node has died soon after it became ready. */
  deaths: number;
}

export interface TaskRecord {
  readonly task: string;
  readonly taskId: string;
  readonly configuration: string;
  state: "launching" | "waiting" | "running" | "finished" | "stopped" | "failed";
  reason?: string;
  placement?: Placement;
  /** A hash of the environment of the last launch; absent in states that earlier versions wrote. */
  environment?: string;
  at: string;
}

/** A sidecar task. Its request is never stored, because it contains secrets. */
export interface SidecarRecord {
  readonly taskId: string;
  /** The step that the task works for, and the key by which the step's work identifies the task. */
  readonly step: string;
  readonly key: string;
  state: "launching" | "running" | "finished" | "stopped" | "failed";
  reason?: string;
  /** Set once the work has ended. The task is then stopped and dropped. */
  unwanted?: true;
}

/** An operation on a node: its tasks are stopped and launched again, until the node is ready. */
export interface NodeOperation {
  /** The configuration for the launch. */
  readonly configuration: string;
  /** Whether to launch the node idle. */
  readonly idle: boolean;
  /** Whether to delete the node's volumes and avoid its agent; false once this is done. */
  fresh: boolean;
  /**
   * `lose`: asks the engine whether the volumes may be deleted. `start`: asks the engine whether the node may be launched. `delay`: the
   * node failed, and is launched again at `retryAt`. `left`: the node has stopped for good, and its volumes are being deleted.
   */
  stage: "stop" | "lose" | "start" | "launch" | "ready" | "delay" | "left";
  /** Set if the node leaves, so that it is not launched again. */
  leaves?: true;
  /** The missing volume, if any. The node gets new volumes once the engine agrees. */
  lost?: string;
  /** Why the launch has failed, if its task runs and is being stopped for this reason. */
  failed?: string;
  /** Volumes that may be deleted without asking the engine, because a user forced it. */
  force?: readonly string[];
  /**
   * The time at which the operation began, or, once the task runs, the time at which the task started. So the time limit for becoming ready
   * does not include the time in which the old task stops and the new one waits for its start.
   */
  since: number;
  failures: number;
  retryAt?: number;
}

export interface PlanRecord {
  readonly name: string;
  readonly id: string;
  readonly strategy: Strategy;
  /** Whether the plan is interrupted, so that no new step begins. */
  interrupted: boolean;
  /** Ids of the steps that come before all others. */
  readonly urgent: readonly string[];
  /** The request of a maintenance plan, without secrets. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Whether the plan's work needs secrets, which are not stored. */
  readonly needsSecrets: boolean;
  /** The phases that replace this plan when it is stopped. Empty if this plan itself undoes another plan. */
  readonly undo?: readonly WorkPhase[];
  /** Set if the plan failed and a newer plan has begun, so that the failed plan can no longer be retried. */
  superseded?: true;
}

/** The record of maintenance, which outlives its plan. */
export interface MaintenanceRecord {
  /** The id of the maintenance plan. */
  readonly id: string;
  /** A number that increases with each request. */
  readonly number: number;
  /** The kind of maintenance: `cleanup`, `repair`, `backup`, `restore` or `partitions`. */
  readonly name: string;
  /** The request, without secrets. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Where the result is stored, in words for operators. */
  readonly place?: string;
  readonly requestedAt: string;
  /** When the first step of the maintenance began. */
  startedAt?: string;
  endedAt?: string;
  /** Absent until the maintenance has ended. */
  outcome?: "complete" | "failed";
  failure?: string;
}

export interface PhaseRecord {
  readonly id: string;
  readonly name: string;
  readonly strategy: Strategy;
  /** The phase's position in the plan. */
  readonly order: number;
  interrupted: boolean;
}

export interface StepRecord {
  readonly id: string;
  readonly name: string;
  action: StepAction;
  progress: "pending" | "active" | "complete" | "failed";
  /** Set if an operator restarted the step. The node is then launched even if it already has the target configuration. */
  again?: true;
  /** `open`: the step waits for an operator's decision before it begins. `taken`: the operator has decided. */
  decision?: "open" | "taken";
  /** Set if the step is hidden, and the visible Reconciliation step represents it. */
  readonly hidden?: true;
  /** Why the step failed, or that an operator forced it to complete. */
  reason?: string;
  startedAt?: string;
  completedAt?: string;
}

/** The action that a step performs. */
export type StepAction =
  /** Does nothing, because running tasks were already compared with the state before any plan began. */
  | { readonly type: "reconcile" }
  | { readonly type: "update"; readonly node: string; readonly configuration: string }
  | { readonly type: "pause" | "leave"; readonly node: string }
  /** Launches a node whose task has ended. `because` is the reason why the task ended. */
  | { readonly type: "recover"; readonly node: string; readonly because?: string }
  /**
   * Restarts a node. `hangs` is set if the node was hanging or did not serve; such a restart is dropped if the node serves again. `because`
   * is the engine's reason why the node did not serve.
   */
  | { readonly type: "restart"; readonly node: string; readonly hangs?: true; readonly because?: string }
  /** Replaces a node. `force` lists the volumes that may be deleted without asking the engine, because a user forced it. */
  | { readonly type: "replace"; readonly node: string; readonly force?: readonly string[] }
  /**
   * A pattern of a custom plan, for example `restart data-*`. Starting the plan replaces the pattern with one step for each matching node.
   */
  | { readonly type: "select"; readonly select: string }
  | { readonly type: "work"; readonly work: Work };

/** Returns the error for a damaged entry, which this program cannot have written. */
export function damagedEntry(entry: string, cause?: unknown): ReeveError {
  return new ReeveError(
    "server-failure",
    `the state is damaged: the entry ${entry} of reeve.sqlite is corrupt; restore the file from a copy, or choose another folder for a new state`,
    {},
    { cause },
  );
}
