import type { DeploymentChange } from "@reeve/scheduler-models";
import type { InstanceDefinition, Kind, Offer } from "./definition/instance-definition.ts";
import type { Engine } from "./engine.ts";
import type { Instance } from "./instance.ts";
import type { Clock, Log } from "./platform.ts";
import type { Runtime } from "./runtime.ts";

/** Reconciles service instances with their definitions. */
export interface Orchestrator {
  /**
   * Deploys definitions: creates new instances, rolls out changed instances under a new configuration, and leaves unchanged instances
   * alone. If any definition is refused (`bad-input`, `conflict`), none is deployed, and the error lists the reasons for each instance. The
   * deployment is durable when this returns. A removed instance has no tasks then, but if its volumes and other parts cannot be deleted
   * within some seconds, their deletion continues afterwards, also after a restart (see `removals`).
   */
  deploy(definitions: Readonly<Record<string, InstanceDefinition>>, options?: DeployOptions): Promise<readonly DeploymentChange[]>;
  /** Returns the changes that `deploy` would make, each with a preview. */
  compare(definitions: Readonly<Record<string, InstanceDefinition>>, options?: DeployOptions): Promise<readonly DeploymentChange[]>;
  instances(): readonly Instance[];
  instance(name: string): Instance | undefined;
  /** The instances that are being removed. They are not among the `instances`. */
  removals(): readonly Removal[];
  /** Calls the listener after every change of the removals, until the returned function is called. */
  watchRemovals(listener: () => void): () => void;
  /**
   * Sets the limits on past records. The limits are stored, so they also apply after a restart. Lowering a limit drops excess records at
   * once.
   */
  retain(retention: Retention): void;
  readonly retention: Retention;
  /** Why the last write of the state failed, for instance because the disk is full; undefined if it succeeded. */
  trouble(): string | undefined;
  /**
   * Stops the orchestrator. `stop` ends all tasks first. `leave` lets tasks continue if the runtime can keep them while no service runs. By
   * default, simulated tasks are paused, and other tasks end unless their runtime can keep them.
   */
  close(options?: { readonly tasks?: "stop" | "leave" }): Promise<void>;
}

export interface DeployOptions {
  /** Allows the removal of instances that are missing in the definitions. Their data is deleted. */
  readonly remove?: boolean;
}

/** An instance that is being removed. Until nothing of it is left, there can be no new instance of this name. */
export interface Removal {
  readonly name: string;
  readonly kind: Kind;
  /** Why parts of the instance are still there, one clause each. Empty while nothing is known to delay the removal. */
  readonly troubles: readonly string[];
}

export interface OrchestratorOptions {
  /** The folder of the state, which is created if it is missing. Without a folder, the state is kept in memory. */
  readonly state?: string;
  /** The engines that definitions can name, each with a runtime. The first runtime of an engine is its default. */
  readonly engines: readonly { readonly engine: Engine; readonly runtime: Runtime }[];
  /** Offers that include those whose packages are not installed, so that errors can name these packages. */
  readonly absent?: readonly Offer[];
  readonly clock?: Clock;
  readonly log?: Log;
  /** For tests: makes UUIDs. */
  readonly uuid?: () => string;
}

/** How much history is kept. Entries that are still in use are never dropped. */
export interface Retention {
  /** The number of configurations to keep for each instance. */
  readonly configurations: number;
  /** The number of ended phases to keep in each instance's recovery plan. */
  readonly plans: number;
  /** The number of ended maintenance plans to keep for each instance. */
  readonly maintenance: number;
  /** The limits of a service's audit log. */
  readonly audit: AuditRetention;
}

/**
 * The limits of the audit log. The newest entries, up to the size `megabytes`, are kept regardless of their age. Entries of the last `days`
 * are kept up to ten times this size.
 */
export interface AuditRetention {
  readonly days: number;
  readonly megabytes: number;
}

export const DEFAULT_RETENTION: Retention = { configurations: 100, plans: 100, maintenance: 100, audit: { days: 90, megabytes: 50 } };
