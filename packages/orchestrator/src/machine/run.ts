import type { Phase, Plan, Status, Step } from "@reeve/scheduler-models";
import type { Change, Readiness } from "../engine.ts";
import type { Configuration } from "../instance.ts";
import type { NodeView } from "../node.ts";
import type {
  InstanceRecord,
  MaintenanceRecord,
  NodeRecord,
  PhaseRecord,
  PlanRecord,
  StepRecord,
} from "../state/records.ts";

/** An instance in memory: its records, and what can be found out from them again and is therefore not kept. */
export interface InstanceState {
  readonly record: InstanceRecord;
  /** Pod types that are the engine's own. */
  readonly internal: ReadonlySet<string>;
  /** From the oldest to the newest. */
  readonly configurations: Map<string, Configuration>;
  /** The number under which each is kept: it rises, and is never used twice. */
  readonly configurationKeys: Map<string, number>;
  readonly nodes: Map<string, NodeRun>;
  /** The nodes by the ids of their tasks that have not ended. */
  readonly tasks: Map<string, NodeRun>;
  /** Nodes that were there and are not, whoever did it; not those that were forced. */
  readonly down: Set<NodeRun>;
  /** Nodes that died, or could not be launched; those that were forced, too. */
  readonly failed: Set<NodeRun>;
  readonly plans: Map<string, PlanRun>;
  /** What has been asked for, from the oldest to the newest. */
  readonly maintenance: MaintenanceRecord[];
  /** Steps whose turn it is and that something keeps from beginning. */
  held: Set<StepRun>;
  /** What steps want to know of the engine, by the questions' keys. */
  asking: Map<string, Question>;
  /** The answer to one of them, good for the turn in which it came. */
  permission?: { readonly key: string; readonly answer: Readiness };
  /** Counts whatever became of nodes: an answer from before does not hold for what is now. */
  epoch: number;
}

/** Whether a node may be stopped, and its volumes deleted; and what is done with it, which may need something done before. */
export interface Question {
  readonly node: NodeRun;
  readonly change: Change;
  readonly stop: boolean;
  readonly lose: boolean;
}

export interface NodeRun {
  readonly record: NodeRecord;
  /** Steps that are under way on it. */
  readonly steps: Set<StepRun>;
  /** It ran, and that it is to be stopped is not kept yet. */
  isLeaving?: boolean;
  /** Why its runtime believes that it hangs; found out again after a restart of the service. */
  unhealthy?: string | undefined;
  /** What the last answer about its readiness said. */
  unready?: string | undefined;
  view?: NodeView | undefined;
}

export interface PlanRun {
  readonly record: PlanRecord;
  phases: PhaseRun[];
  /** Steps that come before all others. */
  urgent: readonly StepRun[];
  /** Every phase before it is complete. */
  next: number;
  readonly active: Set<StepRun>;
  readonly failed: Set<StepRun>;
  /** Of a maintenance plan: never kept. */
  secrets?: Readonly<Record<string, string>> | undefined;
  view?: Shown<Plan> | undefined;
}

export interface PhaseRun {
  readonly record: PhaseRecord;
  readonly plan: PlanRun;
  readonly steps: StepRun[];
  /** Every step before it is complete. */
  next: number;
  /** How many steps have which status. */
  readonly counts: Map<Status, number>;
  startedAt?: string | undefined;
  completedAt?: string | undefined;
  view?: Shown<Phase> | undefined;
  /** JSON of its steps, so many of them at a time. */
  readonly texts: (string | undefined)[];
}

export interface StepRun {
  readonly record: StepRecord;
  readonly phase: PhaseRun;
  readonly index: number;
  /** The node that it is about. */
  readonly node?: NodeRun | undefined;
  /** How often it has begun. */
  attempt: number;
  /** What keeps it from going on. */
  hold?: Hold | undefined;
  /** What its work has reported, or what the engine said comes with stopping its node. */
  note?: string | undefined;
  /** As it was last counted. */
  status: Status;
  view?: Step | undefined;
}

/** Why a step does not go on, in words for its message. */
export interface Hold {
  readonly status: "PENDING" | "WAITING";
  readonly reason: string;
  /** Whether it only waits for an answer that is on its way, or for one that was "not yet". */
  readonly kind?: "asking" | "unready";
  /** What it waits to hear from the engine. */
  readonly question?: Question;
}

/** An object with its JSON. */
export interface Shown<Value> {
  readonly value: Value;
  text?: string;
}
