import type { ServiceEvent } from "@reeve/client";
import type { OwnNode, Phase, Plan, Step } from "@reeve/scheduler-models";

type Kind = "broker" | "wide-column" | "file-system";

/** What the service reports about an instance. */
export interface InstanceInfo {
  readonly service: string;
  readonly kind: Kind;
  readonly revision: string;
  readonly simulated: boolean;
  readonly engine: string;
  readonly runtime: string;
  readonly agents: number;
  readonly note?: string;
  /** What the runtime cannot do at present although no node waits for it. */
  readonly trouble?: string;
  readonly configuration: string;
  readonly nodes: { readonly count: number; readonly running: number };
  readonly plans: Readonly<Record<string, string>>;
}

/** An instance, as described by the events so far. */
export interface KnownInstance {
  info?: InstanceInfo;
  readonly nodes: Map<string, OwnNode>;
  readonly plans: Map<string, PlanParts>;
}

/** A plan of which each step arrives in an event of its own. */
interface PlanParts {
  plan?: Omit<Plan, "phases"> & { readonly phases: readonly (Omit<Phase, "steps"> & { readonly steps: number })[] };
  readonly steps: Step[][];
}

export type KnownCluster = Map<string, KnownInstance>;

/** Applies an event to the known state. */
export function applyEvent(cluster: KnownCluster, { name, data }: ServiceEvent): void {
  const { service } = data as { readonly service?: string };
  if (service === undefined) return;
  if (name === "gone") {
    forget(cluster, data as Gone);
    return;
  }
  // What is left of a removed instance has no page of its own.
  if (name === "removal") return;
  const instance: KnownInstance = cluster.get(service) ?? { nodes: new Map(), plans: new Map() };
  cluster.set(service, instance);
  if (name === "instance") instance.info = data as InstanceInfo;
  if (name === "node") instance.nodes.set((data as OwnNode).node, data as OwnNode);
  if (name === "plan") planOf(instance, (data as { readonly plan: string }).plan).plan = data as never;
  if (name === "step") {
    const { plan, phase, index, step } = data as StepEvent;
    const { steps } = planOf(instance, plan);
    steps[phase] ??= [];
    (steps[phase] as Step[])[index] = step;
  }
}

interface Gone {
  readonly service: string;
  readonly node?: string;
  readonly plan?: string;
}

interface StepEvent {
  readonly plan: string;
  readonly phase: number;
  readonly index: number;
  readonly step: Step;
}

function planOf({ plans }: KnownInstance, name: string): PlanParts {
  const known = plans.get(name) ?? { steps: [] };
  plans.set(name, known);
  return known;
}

function forget(cluster: KnownCluster, { service, node, plan }: Gone): void {
  if (node !== undefined) cluster.get(service)?.nodes.delete(node);
  else if (plan !== undefined) cluster.get(service)?.plans.delete(plan);
  else cluster.delete(service);
}

/** Puts a plan together from its parts; undefined until the first event of the plan has arrived. */
export function planIn({ plans }: KnownInstance, name: string): Plan | undefined {
  const { plan, steps = [] } = plans.get(name) ?? {};
  if (!plan) return undefined;
  const phases = plan.phases.map((phase, at) => ({
    ...phase,
    steps: (steps[at] ?? []).slice(0, phase.steps).filter((step) => step !== undefined),
  }));
  return { ...plan, phases };
}

/** The step that matters most: a failed step, otherwise a step that is in progress or waits. */
export function stepInFocus({ phases }: Plan): Step | undefined {
  const steps = phases.flatMap((phase) => phase.steps);
  const isOpen = ({ status }: Step) => status !== "COMPLETE" && status !== "PENDING";
  return steps.find(({ status }) => status === "ERROR") ?? steps.find(isOpen);
}
