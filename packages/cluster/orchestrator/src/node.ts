import type { PodSpec } from "@reeve/scheduler-models";
import type { Identity, Placement } from "./runtime.ts";

/** The current state of a node. */
export interface NodeView {
  /** For example `broker-0`. */
  readonly id: string;
  readonly podType: string;
  readonly index: number;
  /** The pod spec with which the node runs or to which it is being updated. */
  readonly spec: PodSpec;
  /** The configuration of the node's last launch. */
  readonly configuration: string | undefined;
  readonly state: NodeState;
  /** Why the node is not running, if known; usually the last output of its task. Also what is amiss with a node that runs. */
  readonly reason?: string;
  /**
   * The address and ports at which the node's peers reach it. They are assigned before the node runs, and do not depend on the agent on
   * which it runs.
   */
  readonly identity: Identity;
  /** Where the node runs, or ran last. */
  readonly placement: Placement | undefined;
  /**
   * Where the previous node with this id was last ready; set until the node that replaces it is ready. In some clusters the new node must
   * take over the address or id of its predecessor.
   */
  readonly replaced?: Placement;
  /** Set if the node leaves for good, because the definition has fewer nodes. */
  readonly leaving?: true;
  /** The node's volumes by container path. A replaced node gets new volumes. */
  readonly volumes: Readonly<Record<string, string>>;
  /** The spec names of the one-shot tasks that have already finished with these volumes. */
  readonly done: readonly string[];
  /** For each task of the node, its last run. */
  readonly tasks: readonly TaskView[];
}

/**
 * `absent`: never launched, or without its volumes. `starting`: launched but not ready. `running`: ready. `stopping`: being stopped.
 * `paused`: idle, for debugging. `failed`: ended by itself.
 */
export type NodeState = "absent" | "starting" | "running" | "stopping" | "paused" | "failed";

export interface TaskView {
  readonly task: string;
  readonly taskId: string;
  /** `launching`: the runtime has not accepted the task yet. `waiting`: the runtime has accepted the task but cannot run it yet. */
  readonly state: "launching" | "waiting" | "running" | "finished" | "stopped" | "failed";
  readonly reason?: string;
  readonly configuration: string;
  readonly placement: Placement | undefined;
  /** When the task's state was last reported (ISO 8601, UTC). */
  readonly at: string;
}
