import type { Clock } from "./clock.ts";
import type { InstanceDefinition } from "./definition/instance-definition.ts";
import type { Engine } from "./engine.ts";
import type { Instance } from "./instance.ts";
import type { Log } from "./log.ts";
import type { Retention } from "./retention.ts";
import type { Runtime } from "./runtime.ts";

/** Brings service instances to what they are to be, and keeps them there. */
export interface Orchestrator {
  /**
   * Makes the instances what the definitions say: new ones are deployed, changed ones rolled out under a new configuration, equal ones left alone. All
   * of it or nothing: what is refused (`bad-input`, `conflict`) says why for each and changes nothing. Durable when it returns.
   */
  deploy(
    definitions: Readonly<Record<string, InstanceDefinition>>,
    options?: DeployOptions,
  ): Promise<readonly Deployed[]>;
  /** What `deploy` would do. */
  compare(definitions: Readonly<Record<string, InstanceDefinition>>, options?: DeployOptions): readonly Deployed[];
  instances(): readonly Instance[];
  instance(name: string): Instance | undefined;
  /** Sets how much of what is over is kept, from now on and after a restart; what is above a lower bound is dropped at once. */
  retain(retention: Retention): void;
  readonly retention: Retention;
  /** Why the state could not be kept when that was last tried (a full disk); undefined where all is well. */
  trouble(): string | undefined;
  /**
   * Stops orchestrating. With `tasks: "stop"` every task is ended first, with `leave` they go on where the runtime can. Without a word, what
   * really runs is ended, and what is simulated just stands still.
   */
  close(options?: { readonly tasks?: "stop" | "leave" }): Promise<void>;
}

export interface DeployOptions {
  /** Allows to remove instances that the definitions no longer name, with all they hold. */
  readonly remove?: boolean;
}

export interface Deployed {
  readonly instance: string;
  readonly change: "new" | "changed" | "unchanged" | "removed";
  /** The target configuration after it. */
  readonly configuration: string | undefined;
}

export interface OrchestratorOptions {
  /** A folder for the state, made where it is missing; without one it is kept in memory and gone at the end. */
  readonly state?: string;
  /** What the definitions can name as their engine, with a runtime that it goes together with; of an engine with several the first is the usual one. */
  readonly engines: readonly { readonly engine: Engine; readonly runtime: Runtime }[];
  readonly clock?: Clock;
  readonly log?: Log;
  /** For tests: makes UUIDs. */
  readonly uuid?: () => string;
}
