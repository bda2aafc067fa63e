import type { PodSpec } from "@reeve/scheduler-models";
import type { Administration } from "./administration/administration.ts";
import type { Clock } from "./clock.ts";
import type { InstanceDefinition } from "./definition/instance-definition.ts";
import type { Settings } from "./definition/settings.ts";
import type { Log } from "./log.ts";
import type { NodeView } from "./node.ts";
import type { Store } from "./store.ts";
import type { Work, WorkContext } from "./work.ts";

/**
 * *What* runs: makes pod specs of settings, tells whether a node is ready, and administers the cluster of nodes. It does not know where
 * they run. There is one for each kind and software.
 */
export interface Engine<Definition extends InstanceDefinition = InstanceDefinition> {
  /** `simulated`, `kafka` … */
  readonly name: string;
  readonly kind: Definition["kind"];
  /** Whether it is a simulation; the service says so. */
  readonly simulated: boolean;
  /** The version of the software, where there is one. */
  readonly version?: string;
  /** Pods that belong to the software and that the API does not show as nodes (a dedicated controller); they are rolled out first. */
  readonly internalPods: readonly string[];
  /** Limits of its pods that differ from the defaults: 60 seconds to get ready, 30 seconds to end, 3 tries. */
  limits?(podType: string): Partial<Limits>;
  /** Whether a pod type's number of nodes may be lowered; a no refuses the definition. Where it is absent, no number may be lowered. */
  mayShrink?(podType: string, to: number): Readiness;
  /** Its settings in a definition, in addition to those of its kind. */
  readonly settings?: Settings;
  /** What operators should know of an instance before they rely on it, such as what the loss of one node would lose; one sentence each. */
  notes?(definition: Definition): readonly string[];
  /** The pod specs, as the configuration shows them. Refuses unknown or impossible settings with `bad-input`. */
  podSpecs(instance: string, definition: Definition): readonly PodSpec[];
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
  /** The current nodes, including internal ones. */
  nodes(): readonly NodeView[];
  node(id: string): NodeView | undefined;
  /** Derives a secret for a purpose (`password of node-0`): the same on every call, and never stored. */
  secret(purpose: string): string;
}

/** The cluster that the nodes of one service instance form. */
export interface Cluster<Kind extends InstanceDefinition["kind"] = InstanceDefinition["kind"]> {
  /** The tasks of a node in the order in which they run, by the names of their specs; the last one keeps running. */
  sequence(node: NodeView): readonly string[];
  /**
   * The environment that a task needs to know the instance and its peers, made of their identities. It is available at once and the same
   * on every call. A node that was launched with another one differs from the target, and the next deployment updates it.
   */
  environment(node: NodeView, task: string): Environment;
  /**
   * Prepares what a task needs on this machine before its launch (software), and returns hints that need no restart when they change. The
   * launch waits for it; the result is merged into the environment, too.
   */
  prepare?(node: NodeView, task: string, context: PrepareContext): Promise<Environment>;
  /** Values for a task's files that must be in no configuration, command line or environment. Asked for at each launch. */
  secrets?(node: NodeView, task: string): Secrets;
  /** Whether a node may be launched now: asked for nodes that join or replace another. Where it is absent, nodes start at any time. */
  mayStart?(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /**
   * Prepares a change of a node: rolls edits, fails over, moves data. Repeated until it answers that it is done, also after the service
   * was killed; `not yet` reports its progress. Undefined where a change needs nothing. Not called for a node that is down and comes back
   * on its own volumes.
   */
  before?(node: NodeView, change: Change, signal: AbortSignal): Promise<Readiness> | undefined;
  /**
   * Completes a change of a node in the same way: once the node is ready (repairs it, cleans up others), or has left (removes it from the
   * members). Until then the node counts as getting ready, or is still shown.
   */
  after?(node: NodeView, change: Change, signal: AbortSignal): Promise<Readiness>;
  /** Whether a running node is ready and its data is in sync; polled over the network. */
  ready(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /** Whether a node may be stopped now without interrupting the service. Asked for nodes that run or are getting ready. */
  mayStop(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /**
   * Whether the volumes of nodes may be deleted without losing data: asked for nodes in every state, before the stop and again after it.
   * Where that cannot be known the answer is no, and the reason says what would help.
   */
  mayLose(nodes: readonly NodeView[], signal: AbortSignal): Promise<Readiness>;
  /** Whether fewer nodes of a pod type could hold what all of them hold: asked before a definition with fewer is accepted. */
  mayShrink?(podType: string, to: number): Promise<Readiness>;
  /** Performs a step's work; the same work may be requested again after the service was killed. Rejects with a reason for operators. */
  perform(work: Work, context: WorkContext): Promise<void>;
  readonly administration: Administration[Kind];
  close(): Promise<void>;
}

/**
 * What happens to a node. `join`: it is new. `update`: it is launched again on its own volumes, for any reason. `replace`: its volumes are
 * deleted and it keeps its place. `leave`: it goes for good.
 */
export type Change = "join" | "update" | "replace" | "leave";

export type Environment = Readonly<Record<string, string>>;

/** By the names of template variables. */
export type Secrets = Readonly<Record<string, string>>;

export interface PrepareContext {
  /** Aborted when the launch is no longer wanted. */
  readonly signal: AbortSignal;
  /** Reports what the launch waits for; the step shows it. */
  report(waitsFor: string): void;
  /** Set where the task runs in an image, which holds the software and says in its own environment where. */
  readonly image?: true;
}

/** How long the nodes of a pod type may take, and how often they are tried. */
export interface Limits {
  /** Seconds that a node has to get ready before it may be stopped for a newer change. */
  readonly gettingReady: number;
  /** Seconds that a stopped task has to end before it is killed. */
  readonly grace: number;
  /** How often a rollout launches a node before its step fails. */
  readonly tries: number;
}

/** Yes, with an optional note, or not yet with a reason for the step's message. */
export type Readiness =
  | { readonly ready: true; readonly note?: string }
  | { readonly ready: false; readonly reason: string };
