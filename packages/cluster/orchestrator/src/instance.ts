import type { NodeAction, Plan, PodSpec } from "@reeve/scheduler-models";
import type { MaintenanceEntry } from "@reeve/wide-column-models";
import type { Administration } from "./administration.ts";
import type { DefinitionOf, InstanceDefinition, Kind } from "./definition/instance-definition.ts";
import type { Identity, LogExcerpt, LogRequest, Placement, Usage } from "./runtime.ts";
import type { WorkPlan } from "./work.ts";

/** One running service instance, with everything that its API exposes in any revision. */
export interface Instance<K extends Kind = Kind> {
  readonly name: string;
  readonly kind: K;
  /** The instance's current definition. */
  readonly definition: DefinitionOf<K>;
  readonly engine: { readonly name: string; readonly simulated: boolean; readonly version?: string };
  /** What operators should know before they rely on the instance, one sentence each. */
  readonly notes: readonly string[];
  /**
   * What the runtime cannot do at present although no node waits for it, such as a clean-up, and what the engine needs soon, such as the
   * restart of a node; one clause with the reason each.
   */
  readonly troubles: readonly string[];
  /** When the certificates of nodes end (ISO 8601, UTC), by the id of the node. */
  readonly certificateEnds: Readonly<Record<string, string>>;
  /** Whether clients connect to the instance's nodes with TLS. */
  readonly clientTls: boolean;
  readonly runtime: { readonly name: string; readonly simulated: boolean; readonly outlivesService: boolean; readonly agents: number };
  readonly configurations: Configurations;
  readonly plans: Plans;
  readonly nodes: Nodes;
  /** All nodes. Internal nodes, such as a dedicated controller, come first. */
  readonly allNodes: Nodes;
  readonly administration: Administration[K];
  readonly maintenance: Maintenance;
  /** Calls the listener after every change, until the returned function is called. */
  watch(listener: () => void): () => void;
}

/** Starts and lists maintenance plans, whose work the engine performs. Only one such plan runs at a time. */
export interface Maintenance {
  /**
   * Starts a plan. The plan is durable when this resolves. Refuses with `conflict` before the first deployment is complete, and while
   * another maintenance plan is running. If a running plan has lost its secrets, a repetition of its request supplies the secrets again.
   */
  start(plan: WorkPlan): Promise<void>;
  /** The name of the running maintenance plan, or of the last one if that plan has failed and can be retried; otherwise undefined. */
  current(): string | undefined;
  /** The history of maintenance, newest first. Old entries are dropped according to `Retention`. */
  history(): readonly MaintenanceEntry[];
}

export interface DeployedConfiguration {
  readonly id: string;
  readonly created: string;
  readonly definition: InstanceDefinition;
  readonly podSpecs: readonly PodSpec[];
}

export interface Configurations {
  /** Ids of the configurations, from the oldest to the newest. */
  ids(): readonly string[];
  get(id: string): DeployedConfiguration | undefined;
  target(): DeployedConfiguration;
}

export interface Plans {
  /** The names of the deploy plan, the recovery plan, all custom plans, and the maintenance plans that have run so far. */
  names(): readonly string[];
  /**
   * Returns the plan in the format of the API's newest revisions, including times. The result is the same object until the plan changes.
   */
  get(name: string): Plan | undefined;
  /** Returns the plan as JSON. The text is computed again only after a change of the plan. */
  text(name: string): string | undefined;
  control(command: PlanCommand): ControlOutcome;
  /**
   * Starts the plan that restarts the nodes of a type, or all nodes, one after another. Refuses with `conflict` while it is in progress.
   */
  restartNodes(type?: string): void;
}

/**
 * A command that controls a plan. Phases and steps are given by name or id. An unknown name or id is refused with `not-found`, and a step
 * without its phase with `bad-input`.
 */
export interface PlanCommand {
  readonly command: "continue" | "interrupt" | "forceComplete" | "restart" | "start" | "stop";
  readonly plan: string;
  readonly phase?: string;
  readonly step?: string;
}

/** The result of a plan command: whether the command has changed anything. Any change is durable when the result is returned. */
export interface ControlOutcome {
  readonly changed: boolean;
}

export interface ReplaceOptions {
  /**
   * Deletes the node's current volumes even if the engine reports that data would be lost, or that it cannot tell. A replace that already
   * waits for the engine's permission continues after a second request with this option.
   */
  readonly force?: "data-loss";
}

export interface RestartOptions {
  /** Names of task specs, with or without the node's name as a prefix. Default: all running tasks. */
  readonly tasks?: readonly string[];
}

export interface Nodes {
  /** Returns the ids of the nodes, ordered by pod type as in the specs, and then by index. */
  ids(): readonly string[];
  get(id: string): NodeView | undefined;
  /** Adds a restart to the recovery plan, where its progress is shown. The restart is durable when this returns. */
  restart(id: string, options?: RestartOptions): NodeAction;
  replace(id: string, options?: ReplaceOptions): NodeAction;
  pause(id: string): NodeAction;
  /**
   * The resource usage of running nodes, by id. Nodes that the runtime cannot measure are left out. With `disk: false` the size of the
   * volumes is not measured, because that takes long. `often` is for callers that measure every few seconds: if that would take too many
   * requests to the runtime, nothing is measured.
   */
  usage(options?: { readonly disk?: boolean; readonly often?: boolean }): Promise<ReadonlyMap<string, Usage>>;
  /**
   * Returns the output of a node, internal nodes included. Throws `not-found` if the node is unknown, or if the runtime keeps no output.
   */
  log(request: LogRequest): Promise<LogExcerpt>;
}

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
