import type { PodSpec } from "@reeve/scheduler-models";
import type { Identity, Placement } from "./runtime.ts";

/** The current state of a node. */
export interface NodeView {
  /** `broker-0` */
  readonly id: string;
  readonly podType: string;
  readonly index: number;
  /** The spec that it runs or is being updated to. */
  readonly spec: PodSpec;
  /** The configuration that it was last launched with. */
  readonly configuration: string | undefined;
  readonly state: NodeState;
  /** Why it is not running, if known: its task's last words. */
  readonly reason?: string;
  /** Its address and ports, known before it runs and independent of its placement; peers get these. */
  readonly identity: Identity;
  /** Where it runs, or ran last. */
  readonly placement: Placement | undefined;
  /**
   * Where its predecessor was while it takes that one's place: the last one that was ready, known at every launch until this one is.
   * Members of some clusters know each other by an address or id that may have to be taken over.
   */
  readonly replaced?: Placement;
  /** Whether it leaves for good: the definition asks for fewer nodes. */
  readonly leaving?: true;
  /** Its volumes by container path; new ones after a replace. */
  readonly volumes: Readonly<Record<string, string>>;
  /** One-shot tasks that have finished on these volumes, by the names of their specs. */
  readonly done: readonly string[];
  /** Its tasks, by the names of their specs. */
  readonly tasks: readonly TaskView[];
}

/**
 * `absent`: never launched, or without its volumes. `starting`: launched, not ready. `running`: ready. `stopping`. `paused`: idle, for
 * debugging. `failed`: its task ended by itself.
 */
export type NodeState = "absent" | "starting" | "running" | "stopping" | "paused" | "failed";

export interface TaskView {
  readonly task: string;
  readonly taskId: string;
  /** `launching`: the runtime has not accepted it yet. `waiting`: it has, and cannot run it yet. */
  readonly state: "launching" | "waiting" | "running" | "finished" | "stopped" | "failed";
  readonly reason?: string;
  readonly configuration: string;
  readonly placement: Placement | undefined;
  /** When its state was last reported (ISO 8601, UTC). */
  readonly at: string;
}
