import type { Limits } from "../engine.ts";
import type { Configuration } from "../instance.ts";
import type { Retention } from "../retention.ts";
import type { MaintenanceRecord } from "../state/records.ts";
import type { InstanceState, NodeRun, PhaseRun, PlanRun, StepRun } from "./run.ts";

/**
 * The state machine of one instance: the state, and the little that is needed to change it. What it does follows from the state and an
 * event alone; nothing is waited for and nothing outside is touched. What changed is noted, to be kept and acted upon.
 */
export interface Machine {
  readonly state: InstanceState;
  readonly changes: Changes;
  now(): number;
  uuid(): string;
  /** How much of what is over is kept. */
  readonly retention: Retention;
  /** The tasks of a node in the order in which they run. */
  sequence(node: NodeRun): readonly string[];
  limits(podType: string): Limits;
  /** A hash of what a launch of a task would be told of its peers now; undefined where that cannot be said. */
  environment(node: NodeRun, task: string): string | undefined;
  /** Whether the engine wants to be asked before a node is launched. */
  asksToStart(): boolean;
}

/** What changed since it was last kept. */
export interface Changes {
  instance: boolean;
  /** Whether anybody could see a difference. */
  shown: boolean;
  /** Ids of those that were added. */
  readonly configurations: Set<string>;
  /** Those that were dropped, by their numbers. */
  readonly dropped: Map<number, Configuration>;
  readonly nodes: Set<NodeRun>;
  readonly plans: Set<PlanRun>;
  readonly phases: Set<PhaseRun>;
  readonly steps: Set<StepRun>;
  readonly maintenance: Set<MaintenanceRecord>;
  /** Keys of entries that are no more. */
  readonly removed: Set<string>;
}

export function noChanges(): Changes {
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

/** Now, as it is shown. */
export function timestamp(machine: Machine): string {
  return new Date(machine.now()).toISOString();
}
