import type { CommandSpec, ConfigFile } from "@reeve/scheduler-models";
import type { Secrets } from "./engine.ts";

/** Something that an engine does in a step of a plan, other than bringing a node up: to clean up a node, to upload a snapshot. */
export interface Work {
  /** What the engine knows it by. */
  readonly name: string;
  /** The node that it is about, where it is about one. */
  readonly node?: string;
  /** JSON, and kept: nothing secret. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A task that runs once, beside a node that runs: where that is, with its volumes. Those who write what the node writes, too, have to agree with it. */
export interface TaskAtNode {
  /** Tells the tasks of one piece of work apart. The same key is the same task, also after the service was killed. */
  readonly key: string;
  readonly node: string;
  readonly command: CommandSpec;
  readonly files?: readonly ConfigFile[];
  /** Its files are filled with these, too. */
  readonly secrets?: Secrets;
}

/** What work is done with. */
export interface WorkContext {
  readonly signal: AbortSignal;
  /** Says how far it is; the step shows it. */
  report(message: string): void;
  /**
   * Runs a task beside a node, and waits until it has finished; rejects with its last words where it fails. It goes on while the service is down, and is
   * found again when the same work is asked for. It is ended when the work is.
   */
  atNode(task: TaskAtNode): Promise<void>;
  /** What must not be kept: gone after a restart of the service, until the request comes again. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** A plan to be made: what a maintenance request asks for. */
export interface WorkPlan {
  /** `cleanup`, `repair`, `backup`, `restore` */
  readonly name: string;
  readonly phases: readonly WorkPhase[];
  /** Needed by the work, never kept. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** What makes two requests the same one; a plan that waits for its secrets goes on when it comes again. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Refuses what cannot work (`bad-input`, `conflict`) before it is begun; not asked where the same request goes on. */
  check?(): Promise<void>;
}

export interface WorkPhase {
  /** `Cleanup`, `Snapshot`, `Upload` … */
  readonly name: string;
  readonly strategy: "serial" | "parallel";
  readonly steps: readonly { readonly name: string; readonly work: Work }[];
}
