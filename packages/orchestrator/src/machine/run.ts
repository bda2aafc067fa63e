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

/** An instance in memory: its records, and derived values that are not stored. */
export interface InstanceState {
  readonly record: InstanceRecord;
  /** Pod types of the engine's internal nodes. */
  readonly internal: ReadonlySet<string>;
  /** From the oldest to the newest. */
  readonly configurations: Map<string, Configuration>;
  /** The number under which each is stored; numbers rise and are never reused. */
  readonly configurationKeys: Map<string, number>;
  readonly nodes: Map<string, NodeRun>;
  /** The nodes by the ids of their tasks that have not ended. */
  readonly tasks: Map<string, NodeRun>;
  /** Nodes that should run and do not, for any reason, except those that an operator forced. */
  readonly down: Set<NodeRun>;
  /** Nodes that died or could not be launched, including those that an operator forced. */
  readonly failed: Set<NodeRun>;
  readonly plans: Map<string, PlanRun>;
  /** Requested maintenance, from the oldest to the newest. */
  readonly maintenance: MaintenanceRecord[];
  /** Steps whose turn it is and that are prevented from beginning. */
  held: Set<StepRun>;
  /** Questions of steps to the engine, by key. */
  asking: Map<string, Question>;
  /** The answer to one of them, valid for one turn. */
  permission?: { readonly key: string; readonly answer: Readiness };
  /** Counts changes of nodes: an answer from an earlier epoch does not count. */
  epoch: number;
}

/** Whether a node may be stopped and its volumes deleted, and the change that the engine may have to prepare. */
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
  /** It ran, and its stop is not stored yet. */
  isLeaving?: boolean;
  /** Why its runtime reports it as hanging; derived again after a restart of the service. */
  unhealthy?: string | undefined;
  /** The last reason why it is not ready. */
  unready?: string | undefined;
  /** It is ready but for the engine's work after its launch, so it serves clients; derived again after a restart of the service. */
  serves?: boolean | undefined;
  view?: NodeView | undefined;
}

export interface PlanRun {
  readonly record: PlanRecord;
  phases: PhaseRun[];
  /** Steps that come first. */
  urgent: readonly StepRun[];
  /** All phases before this index are complete. */
  next: number;
  readonly active: Set<StepRun>;
  readonly failed: Set<StepRun>;
  /** Of a maintenance plan; never stored. */
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
  /** The JSON of its steps, in chunks. */
  readonly texts: (string | undefined)[];
}

export interface StepRun {
  readonly record: StepRecord;
  readonly phase: PhaseRun;
  readonly index: number;
  /** The step's node. */
  readonly node?: NodeRun | undefined;
  /** How often it has begun. */
  attempt: number;
  /** What prevents it from continuing. */
  hold?: Hold | undefined;
  /** Its work's last report, or the engine's note on stopping its node. */
  note?: string | undefined;
  /** The status with which it was last counted. */
  status: Status;
  view?: Step | undefined;
}

/** Why a step waits, for its message. */
export interface Hold {
  readonly status: "PENDING" | "WAITING";
  readonly reason: string;
  /** Absent unless it waits for the engine: `asking` before the answer has arrived, `unready` after the answer "not yet". */
  readonly kind?: "asking" | "unready";
  /** The question that it waits for. */
  readonly question?: Question;
}

/** An object with its JSON. */
export interface Shown<Value> {
  readonly value: Value;
  text?: string;
}
