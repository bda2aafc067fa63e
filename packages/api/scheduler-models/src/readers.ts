// Functions that read values of resources. They stand apart from the schemas, so that a bundle with one of them has no schema in it.
import type { Labels } from "./labels.ts";
import type { Step } from "./plan.ts";
import type { Block } from "./plan-of-blocks.ts";
import type { PodSpec } from "./pod-spec.ts";
import type { TaskCommand } from "./task-command.ts";
import type { Range, TaskResource } from "./task-resource.ts";
import type { TaskSpec } from "./task-spec.ts";

/** The pod types that must not share an agent with a pod. */
export function avoidedTypes({ "placement-rule": placement }: PodSpec): readonly string[] {
  return (placement?.rules ?? []).flatMap(({ type, behavior }) => (behavior === "AVOID" && type ? [type] : []));
}

/** Whether a task runs once and ends. */
export function isOneShot({ goal }: Pick<TaskSpec, "goal">): boolean {
  return goal === "FINISHED" || goal === "ONCE";
}

/** The resources that a task requests, by name: cpus, mem, the disk of its volumes and its named ports. */
export interface Demand {
  readonly scalars: ReadonlyMap<string, number>;
  readonly ports: ReadonlyMap<string, number>;
}

/** Adds up the resources that a task requests. The port number 0 means any free port. */
export function demandOf({ "resource-set": set }: TaskSpec): Demand {
  const scalars = new Map<string, number>();
  const ports = new Map<string, number>();
  for (const { name, value } of [...set["resource-specifications"], ...set["volume-specifications"]]) {
    if (value.scalar) scalars.set(name, (scalars.get(name) ?? 0) + value.scalar.value);
  }
  for (const { "port-specs": specs } of set["resource-specifications"]) {
    for (const { "port-name": name, value } of specs ?? []) ports.set(name, value?.ranges?.range[0]?.begin ?? 0);
  }
  return { scalars, ports };
}

/** The environment of a command as a map. */
export function environmentOf(command: TaskCommand | null | undefined): ReadonlyMap<string, string> {
  return new Map((command?.environment?.variables ?? []).map(({ name, value }) => [name, value ?? ""]));
}

/** Whether a rollout waits at this step for an operator. Servers spell the flag in two ways, and this function reads both. */
export function isDecisionPoint(step: Step | Block): boolean {
  return (
    ("hasDecisionPoint" in step && step.hasDecisionPoint === true) || ("has_decision_point" in step && step.has_decision_point === true)
  );
}

/** Labels as a map. If a key occurs twice, the last value counts. */
export function labelsOf(labels: Labels | null | undefined): ReadonlyMap<string, string> {
  return new Map((labels?.labels ?? []).map(({ key, value }) => [key, value ?? ""]));
}

/** The resources of a task by name: sums for cpus, mem and disk, ranges for ports. */
export interface ResourceTotals {
  readonly scalars: ReadonlyMap<string, number>;
  readonly ranges: ReadonlyMap<string, readonly Range[]>;
}

/** Adds up resources by name. A task may have several reservations of the same resource. */
export function totalsOf(resources: readonly TaskResource[] | null | undefined): ResourceTotals {
  const scalars = new Map<string, number>();
  const ranges = new Map<string, readonly Range[]>();
  for (const { name, scalar, ranges: input } of resources ?? []) {
    if (scalar) scalars.set(name, (scalars.get(name) ?? 0) + scalar.value);
    if (input) ranges.set(name, [...(ranges.get(name) ?? []), ...input.range]);
  }
  return { scalars, ranges };
}
