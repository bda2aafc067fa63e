import type { Clock } from "./clock.ts";
import type { InstanceDefinition } from "./definition/instance-definition.ts";
import type { Engine } from "./engine.ts";
import type { Instance } from "./instance.ts";
import type { Log } from "./log.ts";
import type { Retention } from "./retention.ts";
import type { Runtime } from "./runtime.ts";

/** Reconciles service instances with their definitions. */
export interface Orchestrator {
  /**
   * Deploys definitions: new instances are created, changed ones rolled out under a new configuration, unchanged ones left alone. All of
   * it or nothing: a refusal (`bad-input`, `conflict`) has the reasons for each instance. Durable when it returns.
   */
  deploy(
    definitions: Readonly<Record<string, InstanceDefinition>>,
    options?: DeployOptions,
  ): Promise<readonly Deployed[]>;
  /** What `deploy` would do. */
  compare(definitions: Readonly<Record<string, InstanceDefinition>>, options?: DeployOptions): readonly Deployed[];
  instances(): readonly Instance[];
  instance(name: string): Instance | undefined;
  /** Sets how much of the past is kept, now and after a restart; what exceeds a lower limit is dropped at once. */
  retain(retention: Retention): void;
  readonly retention: Retention;
  /** Why the last write of the state failed (a full disk); undefined where it succeeded. */
  trouble(): string | undefined;
  /**
   * Stops the orchestrator. With `tasks: "stop"` all tasks are ended first, with `leave` they go on where the runtime can. By default,
   * real tasks are ended, and simulated ones pause.
   */
  close(options?: { readonly tasks?: "stop" | "leave" }): Promise<void>;
}

export interface DeployOptions {
  /** Allows the removal of instances that the definitions no longer name, with everything they have. */
  readonly remove?: boolean;
}

export interface Deployed {
  readonly instance: string;
  readonly change: "new" | "changed" | "unchanged" | "removed";
  /** The target configuration after it. */
  readonly configuration: string | undefined;
}

export interface OrchestratorOptions {
  /** A folder for the state, created if it is missing; without one the state is in memory. */
  readonly state?: string;
  /** The engines that definitions can name, each with a runtime; the first runtime of an engine is its default. */
  readonly engines: readonly { readonly engine: Engine; readonly runtime: Runtime }[];
  readonly clock?: Clock;
  readonly log?: Log;
  /** For tests: makes UUIDs. */
  readonly uuid?: () => string;
}
