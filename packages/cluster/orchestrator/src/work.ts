import type { CommandSpec, ConfigFile } from "@reeve/scheduler-models";
import type { Secrets } from "./engine.ts";

/**
 * Work that an engine performs in a step of a plan, for instance cleaning up a node or uploading a snapshot. Launching a node does not
 * count as work.
 */
export interface Work {
  /** The engine's name for the work. */
  readonly name: string;
  /** The node on which the work is done; absent if the work does not concern a single node. */
  readonly node?: string;
  /** JSON values. They are stored, so they must not contain secrets. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Ids of nodes that the work does not need. The work begins even if these nodes are down. */
  readonly without?: readonly string[];
  /** Set if the work undoes other work. Such work begins at once and waits for nothing. */
  readonly atOnce?: true;
}

/**
 * A sidecar task: a one-shot task that runs next to a running node, in the same place and with the same volumes. If the task and the node
 * write to the same files, they must coordinate their writes.
 */
export interface TaskAtNode {
  /** Identifies a task within one piece of work. A task with the same key is the same task, even after a restart of the service. */
  readonly key: string;
  readonly node: string;
  readonly command: CommandSpec;
  readonly files?: readonly ConfigFile[];
  /** Secret values for the task's files. */
  readonly secrets?: Secrets;
}

/** What an engine can use while it performs work. */
export interface WorkContext {
  readonly signal: AbortSignal;
  /** Reports progress, which the step's message shows. */
  report(message: string): void;
  /**
   * Runs a sidecar task of a node and waits until it has finished; rejects with the task's last output if it fails. The task continues
   * while the service is down, and is found again when the same work is requested. The task is stopped when the work ends.
   */
  atNode(task: TaskAtNode): Promise<void>;
  /** Secrets of the request, which are never stored. After a restart of the service they are missing until the request is repeated. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** A plan for a maintenance request. */
export interface WorkPlan {
  /** The name of the plan: `cleanup`, `repair`, `backup`, `restore` or `partitions`. */
  readonly name: string;
  readonly phases: readonly WorkPhase[];
  /** The phases that replace the plan when it is stopped, so that nothing stays half done. Without them, `stop` only resets the steps. */
  readonly undo?: readonly WorkPhase[];
  /** Secrets that the work needs; never stored. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Where the result of the work is stored, in words for operators, such as a folder or the address of a bucket. */
  readonly place?: string;
  /** Identifies the request. If a plan is waiting for its secrets and the same request is repeated, that plan continues. */
  readonly request: Readonly<Record<string, unknown>>;
  /**
   * Refuses an impossible request (`bad-input`, `conflict`) before the plan begins. Not called if the request only lets a waiting plan
   * continue.
   */
  check?(): Promise<void>;
}

export interface WorkPhase {
  /** The name of the phase, such as `Cleanup`, `Snapshot` or `Upload`. */
  readonly name: string;
  readonly strategy: "serial" | "parallel";
  readonly steps: readonly { readonly name: string; readonly work: Work }[];
}
