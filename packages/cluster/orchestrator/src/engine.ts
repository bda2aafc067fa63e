import type { PodSpec } from "@reeve/scheduler-models";
import type { Administration } from "./administration.ts";
import type { InstanceDefinition } from "./definition/instance-definition.ts";
import type { SettingSchemas } from "./definition/settings.ts";
import type { NodeView } from "./instance.ts";
import type { Clock, Log, Store } from "./platform.ts";
import type { Address, Program } from "./runtime.ts";
import type { Work, WorkContext } from "./work.ts";

/**
 * The software that nodes run. An engine makes pod specs from settings, reports whether a node is ready, and administers the cluster. An
 * engine does not depend on where nodes run. Several engines can exist for one kind of service.
 */
export interface Engine<Definition extends InstanceDefinition = InstanceDefinition> {
  /** The engine's name, such as `simulated` or `kafka`. */
  readonly name: string;
  readonly kind: Definition["kind"];
  /** Whether the engine is a simulation; the service shows this to users. */
  readonly simulated: boolean;
  /** The version of the software; absent if it has none. */
  readonly version?: string;
  /**
   * The pod types that the software needs but that the API does not show as nodes, such as a dedicated controller. These pods are rolled
   * out first.
   */
  readonly internalPods: readonly string[];
  /**
   * Whether the nodes of a new instance are launched at the same time, each as soon as `mayStart` allows it. Otherwise, and in every later
   * deployment, each node is launched after the previous node has become ready.
   */
  readonly joinsTogether?: boolean;
  /**
   * Returns the limits of a pod type that differ from the defaults. The defaults are 60 seconds to get ready, 30 seconds to end, 3
   * launches, and a back-off of 1 second.
   */
  limits?(podType: string, definition: Definition): Partial<NodeLimits>;
  /**
   * Whether the number of nodes of a pod type may be lowered to `to`. If it may not, the definition is refused. If an engine lacks this
   * function, no number of nodes may be lowered.
   */
  mayShrink?(podType: string, to: number): Readiness;
  /** The engine's own settings in a definition, in addition to the settings of its kind. */
  readonly settings?: SettingSchemas;
  /**
   * What operators should know before they rely on an instance, such as which data the loss of one node would destroy; one sentence each.
   */
  notes?(definition: Definition): readonly string[];
  /** Whether clients connect to the nodes with TLS. If so, the service tells clients which CA to trust. */
  clientTls?(definition: Definition): boolean;
  /** Makes the pod specs for a definition. Refuses unknown or impossible settings with `bad-input`. */
  podSpecs(instance: string, definition: Definition): readonly PodSpec[];
  /**
   * Asks the software itself whether a definition can work, without starting a node, because only the software knows all rules of its
   * settings. Refuses with `bad-input`. Resolves with the reason if the software cannot be asked, for example because it is not installed.
   */
  validate?(definition: Definition): Promise<string | undefined>;
  /** Opens the administration of one service instance. */
  open(context: EngineContext<Definition>): Promise<Cluster<Definition["kind"]>>;
}

export interface EngineContext<Definition> {
  /** The name of the service instance. */
  readonly instance: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** The instance's current definition. */
  definition(): Definition;
  /** The current nodes, including internal nodes. */
  nodes(): readonly NodeView[];
  node(id: string): NodeView | undefined;
  /**
   * Returns the address through which this process reaches a node; see `Reachable`. Absent if a node's own address can be used. Rejects
   * with `conflict` if the service lacks a permission.
   */
  reach?(address: Address): Promise<Address>;
  /**
   * Runs a program next to a running task, with the task's files and user; see `Agents`. Absent if the nodes' files are on this machine, so
   * that this process can use them itself.
   */
  exec?(taskId: string, command: readonly string[], signal: AbortSignal): Promise<Program>;
  /** Derives a secret for a purpose, such as `password of node-0`. The secret is the same on every call, and is never stored. */
  secret(purpose: string): string;
}

/** The cluster that the nodes of one service instance form. */
export interface Cluster<Kind extends InstanceDefinition["kind"] = InstanceDefinition["kind"]> {
  /** The names of a node's tasks (those in the pod spec), in the order in which they run. The last task keeps running. */
  sequence(node: NodeView): readonly string[];
  /**
   * The variables that tell a task about the instance and its peers. They are computed from the nodes' identities, without waiting, and are
   * the same on every call. If a node was launched with different variables, the next deployment launches the node again.
   */
  environment(node: NodeView, task: string): Environment;
  /**
   * Prepares what a task needs on this machine, such as software, before the task is launched. Returns further variables for the task's
   * environment. If only these variables change, the task need not be restarted.
   */
  prepare?(node: NodeView, task: string, context: PrepareContext): Promise<Environment>;
  /**
   * Secret values for a task's files. Secrets must not appear in a configuration, command line or environment, so the engine is asked for
   * them at each launch.
   */
  secrets?(node: NodeView, task: string): Secrets | Promise<Secrets>;
  /**
   * Whether a node may be launched now. Called only for nodes that join or replace another node. If an engine lacks this function, nodes
   * may start at any time.
   */
  mayStart?(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /**
   * Prepares a change of a node, for example by a failover or by moving the node's data. Called repeatedly, also after a restart of the
   * service, until the answer is `ready`. Before that, the reason in the answer describes the progress. Returns undefined if the change
   * needs no preparation. Not called for a node that is down and comes back on its own volumes.
   */
  before?(node: NodeView, change: NodeChange, signal: AbortSignal): Promise<Readiness> | undefined;
  /**
   * Completes a change of a node: repairs a node that has become ready, cleans up other nodes, or removes a departed node from the cluster.
   * Called repeatedly until the answer is `ready`. Before that, a running node is shown as getting ready, and a departed node is still
   * listed.
   */
  after?(node: NodeView, change: NodeChange, signal: AbortSignal): Promise<Readiness>;
  /** Whether a running node is ready and its data is in sync; checked repeatedly over the network. */
  ready(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /**
   * Whether a node that has become ready still serves clients or peers. Needed if a node can stop serving without failing its health check.
   * Asked every few seconds. After two answers "not ready" in a row, the node is restarted as soon as its disk has room and `mayStop`
   * agrees.
   */
  serves?(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /** Whether a node may be stopped now without interrupting the service. Called for nodes that are running or getting ready. */
  mayStop(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /**
   * Whether the volumes of nodes may be deleted without losing data. Called for nodes in every state, before they are stopped and again
   * afterwards. If the engine cannot tell, the answer is "not ready", with a reason that says what would help.
   */
  mayLose(nodes: readonly NodeView[], signal: AbortSignal): Promise<Readiness>;
  /**
   * Whether `to` nodes of a pod type could hold the data of all nodes of that type. Called before a definition with fewer nodes is
   * accepted.
   */
  mayShrink?(podType: string, to: number): Promise<Readiness>;
  /**
   * Completes work that earlier changes of nodes have left unfinished, such as electing preferred leaders. Called repeatedly while no node
   * is changing and no plan is running, until the answer is `ready`. Called again after each later change.
   */
  atRest?(signal: AbortSignal): Promise<Readiness>;
  /** What an operator has to do soon although no node waits for it, such as to restart a node whose certificate ends; one clause each. */
  troubles?(): readonly string[];
  /** When the certificates of nodes end (ISO 8601, UTC), by the id of the node. */
  certificateEnds?(): Readonly<Record<string, string>>;
  /**
   * Performs the work of a step. The same work may be requested again after a restart of the service. If the work fails, rejects with a
   * reason for operators.
   */
  perform(work: Work, context: WorkContext): Promise<void>;
  readonly administration: Administration[Kind];
  close(): Promise<void>;
}

/**
 * A change of a node. `join`: the node is new. `update`: the node is launched again on its own volumes, for any reason. `replace`: the
 * node's volumes are deleted, and the node keeps its id. `leave`: the node is removed for good.
 */
export type NodeChange = "join" | "update" | "replace" | "leave";

export type Environment = Readonly<Record<string, string>>;

/** Secrets by the names of template variables. */
export type Secrets = Readonly<Record<string, string>>;

export interface PrepareContext {
  /** Aborted when the launch is cancelled. */
  readonly signal: AbortSignal;
  /** Reports what the launch is waiting for; the step's message shows this. */
  report(waitsFor: string): void;
  /**
   * Set if the task runs in a container image. The image contains the software, and sets an environment variable to the software's path.
   */
  readonly image?: true;
}

/** Time limits and retries for the nodes of a pod type. */
export interface NodeLimits {
  /** The number of seconds for which a node may be getting ready before a newer change may stop it. */
  readonly gettingReady: number;
  /** The number of seconds after which a task that was asked to stop and still runs is killed. */
  readonly grace: number;
  /** The number of failed launches of a node after which the node's step in a rollout fails. */
  readonly tries: number;
  /**
   * Seconds between the first failure of a node and its next launch. Each further failure in a row doubles the time, up to five minutes.
   */
  readonly backOff: number;
}

/**
 * The engine's answer: either "ready", with an optional note, or "not ready", with a reason that the step's message shows. A node that is
 * starting and can never become ready has `failed`: it is stopped, and its launch counts as failed for this reason.
 */
export type Readiness =
  | { readonly ready: true; readonly note?: string }
  | { readonly ready: false; readonly reason: string; readonly failed?: true };
