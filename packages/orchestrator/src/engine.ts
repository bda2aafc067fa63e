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
 * *What* runs: makes pod specs of settings, tells whether a node is ready, and administers what the nodes form together. Where they run
 * is not its business. There is one for each kind and software.
 */
export interface Engine<Definition extends InstanceDefinition = InstanceDefinition> {
  /** `simulated`, `kafka` … */
  readonly name: string;
  readonly kind: Definition["kind"];
  /** Whether it only behaves like the real thing: the service says so. */
  readonly simulated: boolean;
  /** The version of the software, where there is one. */
  readonly version?: string;
  /** Pods that belong to the software and are no nodes to those who use the API (a dedicated controller); they are rolled out first. */
  readonly internalPods: readonly string[];
  /** Limits of its pods that are not as usual: 60 seconds to get ready, 30 seconds to end, 3 tries. */
  limits?(podType: string): Partial<Limits>;
  /** Whether the number of a pod type's nodes may fall to another one; a no refuses the definition. Where it is absent, no number falls. */
  mayShrink?(podType: string, to: number): Readiness;
  /** What a definition can say to it, beside what its kind has. */
  readonly settings?: Settings;
  /** What operators should know of an instance before they rely on it, in sentences: what the loss of one node would take with it. */
  notes?(definition: Definition): readonly string[];
  /** What runs, as the configuration shows it. Refuses settings that it does not know or cannot have with `bad-input`. */
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
  /** What the instance is to be, as it is now. */
  definition(): Definition;
  /** The nodes, as they are now; with the internal ones. */
  nodes(): readonly NodeView[];
  node(id: string): NodeView | undefined;
  /** Makes a secret for a purpose (`password of node-0`): the same whenever it is asked for, and kept nowhere. */
  secret(purpose: string): string;
}

/** What the nodes of one service instance form together. */
export interface Cluster<Kind extends InstanceDefinition["kind"] = InstanceDefinition["kind"]> {
  /** The tasks of a node in the order in which they run, by the names of their specs; the last one keeps running. */
  sequence(node: NodeView): readonly string[];
  /**
   * What a task has to know of the instance and its peers, from their identities: merged into its environment. Known at once, and the same whenever it is
   * asked. A node that was told something else when it was launched differs from what it should be, and is updated with the next deployment.
   */
  environment(node: NodeView, task: string): Environment;
  /**
   * What has to be got before a task can be launched (software, on this machine), and hints that need no restart when they change: waited for, then
   * merged into its environment, too.
   */
  prepare?(node: NodeView, task: string, context: PrepareContext): Promise<Environment>;
  /**
   * What the files of a task are filled with beside its environment, and that must stand nowhere else: in no configuration, no command line, no
   * environment. Asked anew for each launch.
   */
  secrets?(node: NodeView, task: string): Secrets;
  /** Whether a node may be launched now: for those that join, or come in a predecessor's place. Where it is absent, nodes start at any time. */
  mayStart?(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /**
   * Does what has to come before a change of a node: rolls edits, fails over, moves what it has. Asked again and again until it says that it is done, also
   * after the service was killed; `not yet` says how far it is. A node that is down and comes back on its own volumes is not asked about.
   */
  before?(node: NodeView, change: Change, signal: AbortSignal): Promise<Readiness>;
  /**
   * Does what has to come after it, in the same way: once the node is ready (repairs it, cleans up others), or has left (removes it from the members).
   * Until then the node counts as getting ready, or is still shown.
   */
  after?(node: NodeView, change: Change, signal: AbortSignal): Promise<Readiness>;
  /** Whether a node that runs is ready, and what it has is back in step; asked over the network, again and again. */
  ready(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /** Whether a node may be stopped now without losing the service that the others need it for. Asked of nodes that run or are getting ready. */
  mayStop(node: NodeView, signal: AbortSignal): Promise<Readiness>;
  /**
   * Whether the volumes of nodes may be deleted without losing data: asked of nodes in whatever state, before the stop and again after it. What cannot
   * be known is a no, whose reason says what would help.
   */
  mayLose(nodes: readonly NodeView[], signal: AbortSignal): Promise<Readiness>;
  /** Does a step's work; may be asked for the same work again after the service was killed in it. Rejects with a reason for people. */
  perform(work: Work, context: WorkContext): Promise<void>;
  readonly administration: Administration[Kind];
  close(): Promise<void>;
}

/**
 * What is done with a node. `join`: it is new. `update`: it is launched again on its own volumes, for whatever reason. `replace`: it loses its volumes and
 * keeps its place. `leave`: it goes for good.
 */
export type Change = "join" | "update" | "replace" | "leave";

export type Environment = Readonly<Record<string, string>>;

/** By the names that templates have for them. */
export type Secrets = Readonly<Record<string, string>>;

export interface PrepareContext {
  /** Aborted when the launch is not wanted any more. */
  readonly signal: AbortSignal;
  /** Says what is waited for; the step shows it. */
  report(waitsFor: string): void;
}

/** How long the nodes of a pod type are given, and how often they are tried. */
export interface Limits {
  /** Seconds for which a node that was started is left to get ready before it is stopped for something newer. */
  readonly gettingReady: number;
  /** Seconds that a task has to end by itself when it is stopped. */
  readonly grace: number;
  /** How often a node is launched in a rollout before its step is an error. */
  readonly tries: number;
}

/** Yes, or not yet and why, in words for the step's message; a yes may say what comes with it. */
export type Readiness =
  | { readonly ready: true; readonly note?: string }
  | { readonly ready: false; readonly reason: string };
