import type { PodSpec } from "@reeve/scheduler-models";
import type { Administration } from "./administration/administration.ts";
import type { Clock } from "./clock.ts";
import type { InstanceDefinition } from "./definition/instance-definition.ts";
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
  /** Pods that belong to the software and are no nodes to those who use the API (a dedicated controller); they are rolled out first. */
  readonly internalPods: readonly string[];
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
}

/** What the nodes of one service instance form together. */
export interface Cluster<Kind extends InstanceDefinition["kind"] = InstanceDefinition["kind"]> {
  /** The tasks of a node in the order in which they run, by the names of their specs; the last one keeps running. */
  sequence(node: NodeView): readonly string[];
  /**
   * What the launch of a task needs to know of its peers and of this machine: merged into its environment. Where something has to be got first,
   * it is waited for, and what `report` is told shows in the step.
   */
  environment(
    node: NodeView,
    task: string,
    report: (waitsFor: string) => void,
  ): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Whether a node that runs is ready, and what it has is back in step; asked over the network, again and again. */
  ready(node: NodeView): Promise<Readiness>;
  /** Whether a node may be taken down now without losing what the others need it for. */
  mayStop(node: NodeView): Promise<Readiness>;
  /** Does a step's work; may be asked for the same work again after the service was killed in it. Rejects with a reason for people. */
  perform(work: Work, context: WorkContext): Promise<void>;
  readonly administration: Administration[Kind];
  close(): Promise<void>;
}

/** Yes, or not yet and why, in words for the step's message. */
export type Readiness = { readonly ready: true } | { readonly ready: false; readonly reason: string };
