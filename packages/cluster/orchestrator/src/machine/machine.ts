import type { Limits } from "../engine.ts";
import type { Configuration } from "../instance.ts";
import type { Retention } from "../retention.ts";
import type { MaintenanceRecord } from "../state/records.ts";
import type { InstanceState, NodeRun, PhaseRun, PlanRun, StepRun } from "./run.ts";

/**
 * The state machine of one instance: its state, and the functions needed to change it. A change depends only on the state and an event. The
 * machine never waits and has no side effects. Changes are collected and stored before anything acts on them.
 */
export interface Machine {
  readonly state: InstanceState;
  readonly changes: UnsavedChanges;
  now(): number;
  uuid(): string;
  /** Limits on the number of past configurations, plans and records. */
  readonly retention: Retention;
  /** The tasks of a node in the order in which they run. */
  sequence(node: NodeRun): readonly string[];
  limits(podType: string): Limits;
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
  readonly dropped: Map<number, Configuration>;
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
