import type { NodeAction, Plan, PodSpec } from "@reeve/scheduler-models";
import type { MaintenanceEntry } from "@reeve/wide-column-models";
import type { Administration } from "./administration/administration.ts";
import type { DefinitionOf, InstanceDefinition, Kind } from "./definition/instance-definition.ts";
import type { NodeView } from "./node.ts";
import type { LogExcerpt, LogRequest } from "./runtime.ts";
import type { WorkPlan } from "./work.ts";

/** One running service instance: what its API serves is here, but for the spelling of its revision. */
export interface Instance<K extends Kind = Kind> {
  readonly name: string;
  readonly kind: K;
  /** What it is to be, as it is now. */
  readonly definition: DefinitionOf<K>;
  readonly engine: { readonly name: string; readonly simulated: boolean; readonly version?: string };
  /** What operators should know of it before they rely on it, in sentences. */
  readonly notes: readonly string[];
  readonly runtime: { readonly name: string; readonly simulated: boolean; readonly agents: number };
  readonly configurations: Configurations;
  readonly plans: Plans;
  readonly nodes: Nodes;
  /** The same with the engine's own nodes (a dedicated controller), which come first. */
  readonly allNodes: Nodes;
  readonly administration: Administration[K];
  readonly maintenance: Maintenance;
  /** Tells that something changed, until the function that it gives is called. */
  watch(listener: () => void): () => void;
}

/** Maintenance: plans of work that an engine does, one at a time. */
export interface Maintenance {
  /**
   * Starts a plan; durable when it resolves. Refused with `conflict` before the first deployment is complete and while another plan is under
   * way. The same request again gives a plan that waits for its secrets what it needs, and resumes it.
   */
  start(plan: WorkPlan): Promise<void>;
  /** The plan that is under way, or has failed and can be tried again: nothing newer has begun. */
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
  /** `deploy`, `recovery`, then the custom ones, then maintenance plans that have been run. */
  names(): readonly string[];
  /** The plan as the newest revisions show it, with times. The same object until something in it changes. */
  get(name: string): Plan | undefined;
  /** Its JSON, made once for each change. */
  text(name: string): string | undefined;
  control(command: PlanCommand): ControlOutcome;
}

/** What can be told to a plan. Phases and steps by name or id. Unknown ones are `not-found`, a step without its phase `bad-input`. */
export interface PlanCommand {
  readonly command: "continue" | "interrupt" | "forceComplete" | "restart" | "start" | "stop";
  readonly plan: string;
  readonly phase?: string;
  readonly step?: string;
}

/** Whether there was something to do; durable when it is given. */
export interface ControlOutcome {
  readonly changed: boolean;
}

export interface ReplaceOptions {
  /**
   * Deletes the volumes that the node has now even if the engine says that data would be lost, or cannot know. Asked again with it, a replace that
   * waits goes on.
   */
  readonly force?: "data-loss";
}

export interface RestartOptions {
  /** By the names of their specs, or with the node's before it; all that run when left out. */
  readonly tasks?: readonly string[];
}

export interface Nodes {
  /** Ids, by pod type in the order of the specs, then by index. */
  ids(): readonly string[];
  get(id: string): NodeView | undefined;
  /** Recorded in the plan `recovery`, durable when this returns; what then happens is told by the plan. */
  restart(id: string, options?: RestartOptions): NodeAction;
  replace(id: string, options?: ReplaceOptions): NodeAction;
  pause(id: string): NodeAction;
  /** What a node has printed; of the engine's own ones, too. `not-found` where there is no such node, or its runtime keeps nothing. */
  log(request: LogRequest): Promise<LogExcerpt>;
}
