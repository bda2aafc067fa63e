import type { PodSpec } from "@reeve/scheduler-models";
import type { Identity, Placement } from "./runtime.ts";

/** A node as it is: what was launched for it, and what has been heard. */
export interface NodeView {
  /** `broker-0` */
  readonly id: string;
  readonly podType: string;
  readonly index: number;
  /** The specification that it runs, or is being brought to. */
  readonly spec: PodSpec;
  /** The configuration that it was last launched with. */
  readonly configuration: string | undefined;
  readonly state: NodeState;
  /** Why it is not running, where that is known: the last words of its task. */
  readonly reason?: string;
  /** Where it is reached, before it runs and wherever it does: what peers are told of it. */
  readonly identity: Identity;
  /** Where it runs, or ran last. */
  readonly placement: Placement | undefined;
  /**
   * Where its predecessor was, the last one that was ever ready, while it takes that one's place: known at every launch until it is ready. What members
   * of a cluster know each other by (an address, an id) may have to be taken over from it.
   */
  readonly replaced?: Placement;
  /** Whether it goes for good: a definition asks for fewer nodes. */
  readonly leaving?: true;
  /** Its volumes by container path; new ones after a replace. */
  readonly volumes: Readonly<Record<string, string>>;
  /** One-shot tasks that have ended well on these volumes, by the names of their specs. */
  readonly done: readonly string[];
  /** Its tasks, by the names of their specs. */
  readonly tasks: readonly TaskView[];
}

/**
 * `absent`: never launched, or given up. `starting`: launched, not ready. `running`: ready. `stopping`. `paused`: idle, for debugging. `failed`: its
 * task ended by itself.
 */
export type NodeState = "absent" | "starting" | "running" | "stopping" | "paused" | "failed";

export interface TaskView {
  readonly task: string;
  readonly taskId: string;
  /** `launching`: the runtime has not taken it over yet. `waiting`: it has, and cannot run it yet. */
  readonly state: "launching" | "waiting" | "running" | "finished" | "stopped" | "failed";
  readonly reason?: string;
  readonly configuration: string;
  readonly placement: Placement | undefined;
  /** When its state was last heard (ISO 8601, UTC). */
  readonly at: string;
}
