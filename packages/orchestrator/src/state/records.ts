import type { Strategy } from "../definition/common.ts";
import type { InstanceDefinition } from "../definition/instance-definition.ts";
import type { NodeState } from "../node.ts";
import type { Identity, Placement } from "../runtime.ts";
import type { Work } from "../work.ts";

/** What is kept of an instance. */
export interface InstanceRecord {
  readonly name: string;
  definition: InstanceDefinition;
  /** The id of the configuration that all nodes are to have. */
  target: string;
  /** Whether all of it has been deployed once. */
  deployed?: true;
  /** Set when it is to go with all it holds: what was begun is ended after a kill. */
  removing?: true;
}

/** What is kept of a node. Times that are shown are ISO 8601, times that are computed with are milliseconds. */
export interface NodeRecord {
  readonly id: string;
  readonly podType: string;
  readonly index: number;
  /** The configuration that it runs, or is being brought to. */
  wanted: string;
  /** The configuration that it was last launched with. */
  configuration?: string;
  state: NodeState;
  reason?: string;
  placement?: Placement;
  volumes: Record<string, string>;
  /** What has run on each of its volumes, by their names: a task that prepared it, or the one that stays. Absent where none has. */
  volumeUse: Record<string, "prepared" | "data">;
  /** One-shot tasks that have ended well on these volumes. */
  done: string[];
  /** The last run of each task. */
  tasks: TaskRecord[];
  /** Tasks that run beside its own, for work that is done; absent where there is none. */
  beside?: BesideRecord[];
  /** What is being done with it. */
  operation?: Operation;
  /** Where it is reached; absent until its runtime has been asked. */
  identity?: Identity;
  /** Volumes that it no longer has and that are still to be deleted. */
  left: string[];
  /** Whether it was ready since it has its volumes; absent in states that are older. */
  wasReady?: boolean;
  /** Where the last node in its place was that was ever ready, until it is ready itself. */
  replaced?: Placement;
  /** The agent that a replaced node must not come back to. */
  avoid?: string;
  /** It is down, but its step was forced: others do not wait for it. */
  excused?: true;
  readyAt?: number;
  /** It goes for good. `begun`: the engine may have begun to move what it has, and there is no way back. */
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
  /** A hash of what it was told of its peers; absent in states that are older. */
  environment?: string;
  at: string;
}

/** A task beside a node's own. What it is told is never kept. */
export interface BesideRecord {
  readonly taskId: string;
  /** The id of the step whose work it belongs to, and what that knows it by. */
  readonly step: string;
  readonly key: string;
  state: "launching" | "running" | "finished" | "stopped" | "failed";
  reason?: string;
  /** Its work is over: it is ended and forgotten. */
  unwanted?: true;
}

/** Something that is done with a node: stop what runs, launch what is to run, wait until it is ready. */
export interface Operation {
  /** The configuration to launch it with. */
  readonly configuration: string;
  /** Whether it is to idle instead of doing its work. */
  readonly idle: boolean;
  /** Whether its volumes and its agent are to be given up; over once that is done. */
  fresh: boolean;
  /**
   * `lose`: asks whether its volumes may be deleted. `start`: asks whether it may be launched. `delay`: it failed, and is launched again at
   * `retryAt`. `left`: it runs no more, and its volumes are deleted.
   */
  stage: "stop" | "lose" | "start" | "launch" | "ready" | "delay" | "left";
  /** It is not launched again. */
  leaves?: true;
  /** A volume that is missing: it is launched with new ones once the engine agrees. */
  lost?: string;
  /** Volumes that may be deleted whatever the engine says: a user forced it. */
  force?: readonly string[];
  /** When it began, and then when its task began to run: however long it took to stop or waited, it has its time to get ready. */
  since: number;
  failures: number;
  retryAt?: number;
}

export interface PlanRecord {
  readonly name: string;
  readonly id: string;
  readonly strategy: Strategy;
  /** Nothing new is begun. */
  interrupted: boolean;
  /** Steps, by their ids, that come before all others. */
  readonly urgent: readonly string[];
  /** Of a maintenance plan: what was asked for, without what is secret. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Whether its work needs what is not kept. */
  readonly needsSecrets: boolean;
  /** It failed, and something newer has begun since: it is not tried again. */
  superseded?: true;
}

/** What is remembered of a piece of maintenance, longer than its plan is. */
export interface MaintenanceRecord {
  /** That of its plan. */
  readonly id: string;
  /** Counts up. */
  readonly number: number;
  /** `cleanup`, `repair`, `backup`, `restore` */
  readonly name: string;
  /** What was asked for, without what is secret. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly requestedAt: string;
  /** When its first step began. */
  startedAt?: string;
  endedAt?: string;
  /** Absent while it is not over. */
  outcome?: "complete" | "failed";
  failure?: string;
}

export interface PhaseRecord {
  readonly id: string;
  readonly name: string;
  readonly strategy: Strategy;
  /** Its place in the plan. */
  readonly order: number;
  interrupted: boolean;
}

export interface StepRecord {
  readonly id: string;
  readonly name: string;
  action: StepAction;
  progress: "pending" | "active" | "complete" | "failed";
  /** It is to be done even if nothing differs: somebody restarted it. */
  again?: true;
  /** It waits for a person before it begins. */
  decision?: "open" | "taken";
  /** Part of the Reconciliation step that is shown. */
  readonly hidden?: true;
  /** Why it failed. */
  reason?: string;
  startedAt?: string;
  completedAt?: string;
}

/** What a step does. */
export type StepAction =
  /** Nothing of its own: what runs has been compared with what is kept when the first plan begins. */
  | { readonly type: "reconcile" }
  | { readonly type: "update"; readonly node: string; readonly configuration: string }
  | { readonly type: "pause" | "recover" | "leave"; readonly node: string }
  /** Because it hangs: nothing is done if it answers again. */
  | { readonly type: "restart"; readonly node: string; readonly hangs?: true }
  /** With volumes that may be deleted whatever the engine says: a user forced it. */
  | { readonly type: "replace"; readonly node: string; readonly force?: readonly string[] }
  /** `restart data-*`: a step per node once the plan is started. */
  | { readonly type: "select"; readonly select: string }
  | { readonly type: "work"; readonly work: Work };
