import type { NodeAction, Plan, PodSpec } from "@reeve/scheduler-models";
import type { MaintenanceEntry } from "@reeve/wide-column-models";
import type { Administration } from "./administration/administration.ts";
import type { DefinitionOf, InstanceDefinition, Kind } from "./definition/instance-definition.ts";
import type { NodeView } from "./node.ts";
import type { LogExcerpt, LogRequest, Usage } from "./runtime.ts";
import type { WorkPlan } from "./work.ts";

/** One running service instance: everything its API exposes, independent of the revision. */
export interface Instance<K extends Kind = Kind> {
  readonly name: string;
  readonly kind: K;
  /** Its current definition. */
  readonly definition: DefinitionOf<K>;
  readonly engine: { readonly name: string; readonly simulated: boolean; readonly version?: string };
  /** What operators should know of it before they rely on it, one sentence each. */
  readonly notes: readonly string[];
  readonly runtime: { readonly name: string; readonly simulated: boolean; readonly agents: number };
  readonly configurations: Configurations;
  readonly plans: Plans;
  readonly nodes: Nodes;
  /** The same including internal nodes (a dedicated controller), which come first. */
  readonly allNodes: Nodes;
  readonly administration: Administration[K];
  readonly maintenance: Maintenance;
  /** Calls back after every change, until the returned function is called. */
  watch(listener: () => void): () => void;
}

/** Maintenance: plans of work that the engine performs, one at a time. */
export interface Maintenance {
  /**
   * Starts a plan; durable when it resolves. Refused with `conflict` before the first deployment is complete and while another plan is
   * under way. The same request again gives a plan that waits for its secrets what it needs, and resumes it.
   */
  start(plan: WorkPlan): Promise<void>;
  /** The plan that is under way, or that has failed and can be retried because nothing newer has begun. */
  current(): string | undefined;
  /** The last hundred, from the newest to the oldest. */
  history(): readonly MaintenanceEntry[];
}

export interface Configuration {
  readonly id: string;
  readonly created: string;
  readonly definition: InstanceDefinition;
  readonly podSpecs: readonly PodSpec[];
}

export interface Configurations {
  /** From the oldest to the newest. */
  ids(): readonly string[];
  get(id: string): Configuration | undefined;
  target(): Configuration;
}

export interface Plans {
  /** `deploy`, `recovery`, custom plans, then maintenance plans that have run. */
  names(): readonly string[];
  /** The plan as the newest revisions show it, with times. The same object until it changes. */
  get(name: string): Plan | undefined;
  /** Its JSON, made once for each change. */
  text(name: string): string | undefined;
  control(command: PlanCommand): ControlOutcome;
}

/** A control of a plan. Phases and steps by name or id. Unknown ones are `not-found`, a step without its phase `bad-input`. */
export interface PlanCommand {
  readonly command: "continue" | "interrupt" | "forceComplete" | "restart" | "start" | "stop";
  readonly plan: string;
  readonly phase?: string;
  readonly step?: string;
}

/** Whether the control changed anything; durable when it is returned. */
export interface ControlOutcome {
  readonly changed: boolean;
}

export interface ReplaceOptions {
  /**
   * Deletes the node's current volumes even if the engine says that data would be lost, or cannot know. A waiting replace continues when
   * it is requested again with this.
   */
  readonly force?: "data-loss";
}

export interface RestartOptions {
  /** By the names of their specs, with or without the node's name before them; by default all that run. */
  readonly tasks?: readonly string[];
}

export interface Nodes {
  /** Ids, by pod type in the order of the specs, then by index. */
  ids(): readonly string[];
  get(id: string): NodeView | undefined;
  /** Recorded in the plan `recovery`, durable when this returns; the plan shows what happens then. */
  restart(id: string, options?: RestartOptions): NodeAction;
  replace(id: string, options?: ReplaceOptions): NodeAction;
  pause(id: string): NodeAction;
  /** The resource usage of running nodes, by id; nodes whose usage the runtime cannot measure are left out. */
  usage(): Promise<ReadonlyMap<string, Usage>>;
  /** The output of a node, also of internal ones. `not-found` where there is no such node, or its runtime keeps no output. */
  log(request: LogRequest): Promise<LogExcerpt>;
}
