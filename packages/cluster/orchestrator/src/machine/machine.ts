import type { Phase, Plan, Status, Step } from "@reeve/scheduler-models";
import type { NodeChange, NodeLimits, Readiness } from "../engine.ts";
import type { DeployedConfiguration, NodeView } from "../instance.ts";
import type { Retention } from "../orchestrator.ts";
import type { InstanceRecord, MaintenanceRecord, NodeRecord, PhaseRecord, PlanRecord, StepRecord } from "../state/records.ts";

/**
 * The state machine of one instance: its state, and the functions needed to change it. A change depends only on the state and an event. The
 * machine never waits and has no side effects. Changes are collected and stored before anything acts on them.
 */
export interface Machine {
  readonly state: InstanceState;
  /** Replaced by others once they are stored. */
  changes: UnsavedChanges;
  now(): number;
  uuid(): string;
  /** Limits on the number of past configurations, plans and records. */
  readonly retention: Retention;
  /** The tasks of a node in the order in which they run. */
  sequence(node: NodeRun): readonly string[];
  limits(podType: string): NodeLimits;
  /** Whether the nodes of a new instance are launched at the same time. */
  readonly joinsTogether: boolean;
  /** A hash of the environment with which a task would be launched now; undefined if it is unknown. */
  environment(node: NodeRun, task: string): string | undefined;
  /** Whether the engine must be asked for permission before each launch of a node. */
  asksToStart(): boolean;
}

/** The changes since the last write. */
export interface UnsavedChanges {
  instance: boolean;
  /** Whether the changes affect what observers see. */
  shown: boolean;
  /** Ids of new configurations. */
  readonly configurations: Set<string>;
  /** Dropped configurations, by the number under which each was stored. */
  readonly dropped: Map<number, DeployedConfiguration>;
  readonly nodes: Set<NodeRun>;
  readonly plans: Set<PlanRun>;
  readonly phases: Set<PhaseRun>;
  readonly steps: Set<StepRun>;
  readonly maintenance: Set<MaintenanceRecord>;
  /** Keys of removed entries. */
  readonly removed: Set<string>;
}

export function noChanges(): UnsavedChanges {
  return {
    instance: false,
    shown: false,
    configurations: new Set(),
    dropped: new Map(),
    nodes: new Set(),
    plans: new Set(),
    phases: new Set(),
    steps: new Set(),
    maintenance: new Set(),
    removed: new Set(),
  };
}

/** The current time in the format in which it is shown. */
export function timestamp(machine: Machine): string {
  return new Date(machine.now()).toISOString();
}

/** An instance in memory: its stored records, and values derived from them. */
export interface InstanceState {
  readonly record: InstanceRecord;
  /** Pod types of the engine's internal nodes. */
  readonly internal: ReadonlySet<string>;
  /** Ordered from the oldest to the newest. */
  readonly configurations: Map<string, DeployedConfiguration>;
  /** The number under which each configuration is stored, by the configuration's id. Numbers increase and are never reused. */
  readonly configurationKeys: Map<string, number>;
  readonly nodes: Map<string, NodeRun>;
  /** The node of each task that has not ended, by task id. */
  readonly tasks: Map<string, NodeRun>;
  /** Nodes that should run but do not. Nodes whose steps an operator forced to complete are not included. */
  readonly down: Set<NodeRun>;
  /** Nodes that died or could not be launched, including those whose steps an operator forced to complete. */
  readonly failed: Set<NodeRun>;
  readonly plans: Map<string, PlanRun>;
  /** Requested maintenance, from the oldest to the newest. */
  readonly maintenance: MaintenanceRecord[];
  /** Steps that must wait although their turn has come. */
  held: Set<StepRun>;
  /** Questions to the engine whose answers steps are waiting for, by key. */
  asking: Map<string, Question>;
  /** The engine's answer to one of the questions. The next call of `advance` uses the answer, and then drops it. */
  permission?: { readonly key: string; readonly answer: Readiness };
  /** Counts changes of nodes, so that answers to questions from before a change can be ignored. */
  epoch: number;
}

/**
 * A question to the engine: whether a node may be stopped (`stop`), and whether its volumes may be deleted (`lose`). `change` is the
 * planned change of the node, which the engine may first have to prepare.
 */
export interface Question {
  readonly node: NodeRun;
  readonly change: NodeChange;
  readonly stop: boolean;
  readonly lose: boolean;
}

export interface NodeRun {
  readonly record: NodeRecord;
  /** Steps that have begun on the node. */
  readonly steps: Set<StepRun>;
  /** Set while the stop of a running node is not stored yet. */
  isLeaving?: boolean;
  /** Why the node hangs, as the runtime reports it. Not stored, because the runtime reports it again after a restart of the service. */
  unhealthy?: string | undefined;
  /** Why the runtime does not know whether the node still runs. Not stored either. */
  unseen?: string | undefined;
  /** Why the node runs without serving clients and peers, as the engine reports it. Not stored, because the engine is asked again. */
  unserving?: string | undefined;
  /** Why the node's disk has no room, as the runtime reports it. Not stored, because the runtime reports it again. */
  full?: string | undefined;
  /**
   * A volume that the node has left and that cannot be deleted yet. Not stored, because the deletion is repeated after a restart of the
   * service.
   */
  undeleted?: Undeleted | undefined;
  /** The last reason why the node was not ready. */
  unready?: string | undefined;
  /**
   * Whether the node already serves clients, although the engine's work after the launch is not done. Not stored, because the engine is
   * asked again after a restart of the service.
   */
  serves?: boolean | undefined;
  view?: NodeView | undefined;
}

export interface Undeleted {
  readonly volume: string;
  readonly reason: string;
}

export interface PlanRun {
  readonly record: PlanRecord;
  phases: PhaseRun[];
  /** Steps that run before all others. */
  urgent: readonly StepRun[];
  /** All phases before this index are complete. */
  next: number;
  readonly active: Set<StepRun>;
  readonly failed: Set<StepRun>;
  /** Secrets of a maintenance plan; never stored. */
  secrets?: Readonly<Record<string, string>> | undefined;
  view?: Shown<Plan> | undefined;
}

export interface PhaseRun {
  readonly record: PhaseRecord;
  readonly plan: PlanRun;
  readonly steps: StepRun[];
  /** All steps before this index are complete. */
  next: number;
  /** The number of steps with each status. */
  readonly counts: Map<Status, number>;
  startedAt?: string | undefined;
  completedAt?: string | undefined;
  view?: Shown<Phase> | undefined;
  /** The JSON of the phase's steps, in chunks. A chunk is undefined if one of its steps has changed. */
  readonly texts: (string | undefined)[];
}

export interface StepRun {
  readonly record: StepRecord;
  readonly phase: PhaseRun;
  readonly index: number;
  /** The step's node. */
  readonly node?: NodeRun | undefined;
  /** How many times the step has begun. */
  attempt: number;
  /** Why the step cannot continue. */
  hold?: Hold | undefined;
  /** The last progress report of the step's work, or the engine's note about the stop of the step's node. */
  note?: string | undefined;
  /** The status under which the step was last counted. */
  status: Status;
  view?: Step | undefined;
}

/** Why a step waits. The step's message shows the reason. */
export interface Hold {
  readonly status: "PENDING" | "WAITING";
  readonly reason: string;
  /** Set if the step waits for the engine. `asking`: the engine has not answered yet. `unready`: the engine has answered "not yet". */
  readonly kind?: "asking" | "unready";
  /** The question whose answer the step waits for. */
  readonly question?: Question;
}

/** A value together with its JSON. */
export interface Shown<Value> {
  readonly value: Value;
  text?: string;
}
