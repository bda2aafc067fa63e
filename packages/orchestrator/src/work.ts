import type { CommandSpec, ConfigFile } from "@reeve/scheduler-models";
import type { Secrets } from "./engine.ts";

/** Work that an engine performs in a step of a plan, other than starting a node: to clean up a node, to upload a snapshot. */
export interface Work {
  /** The engine's name for it. */
  readonly name: string;
  /** The node that it concerns, if it concerns one. */
  readonly node?: string;
  /** JSON, and stored: nothing secret. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Ids of nodes that it does not need, so that it begins although they are down. */
  readonly without?: readonly string[];
  /** It takes something back, so it waits for nothing. */
  readonly atOnce?: true;
}

/**
 * A sidecar task: a one-shot task next to a running node, in the same place and with its volumes. If it writes where the node writes, both
 * have to coordinate.
 */
export interface TaskAtNode {
  /** Tells the tasks of one piece of work apart. The same key is the same task, also after the service was killed. */
  readonly key: string;
  readonly node: string;
  readonly command: CommandSpec;
  readonly files?: readonly ConfigFile[];
  /** Further values for its files. */
  readonly secrets?: Secrets;
}

/** What work is done with. */
export interface WorkContext {
  readonly signal: AbortSignal;
  /** Reports its progress; the step shows it. */
  report(message: string): void;
  /**
   * Runs a sidecar task of a node and waits until it has finished; rejects with its last output if it fails. It goes on while the service
   * is down, and is found again when the same work is requested. It is ended with the work.
   */
  atNode(task: TaskAtNode): Promise<void>;
  /** Values that are never stored: lost in a restart of the service, until the request is repeated. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** A plan for a maintenance request. */
export interface WorkPlan {
  /** `cleanup`, `repair`, `backup`, `restore`, `partitions` */
  readonly name: string;
  readonly phases: readonly WorkPhase[];
  /** What takes the place of the plan when it is stopped, so that nothing stays half done; without it, `stop` only resets the steps. */
  readonly undo?: readonly WorkPhase[];
  /** Needed by the work, never stored. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Identifies the request; when it is repeated, a plan that waits for its secrets continues. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Refuses what cannot work (`bad-input`, `conflict`) before it begins; not called where the same request continues. */
  check?(): Promise<void>;
}

export interface WorkPhase {
  /** `Cleanup`, `Snapshot`, `Upload` … */
  readonly name: string;
  readonly strategy: "serial" | "parallel";
  readonly steps: readonly { readonly name: string; readonly work: Work }[];
}
