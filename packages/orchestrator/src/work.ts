/** Something that an engine does in a step of a plan, other than bringing a node up: to clean up a node, to upload a snapshot. */
export interface Work {
  /** What the engine knows it by. */
  readonly name: string;
  /** The node that it is about, where it is about one. */
  readonly node?: string;
  /** JSON, and kept: nothing secret. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What work is done with. */
export interface WorkContext {
  readonly signal: AbortSignal;
  /** Says how far it is; the step shows it. */
  report(message: string): void;
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
