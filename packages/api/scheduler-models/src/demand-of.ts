import type { TaskSpec } from "./task-spec.ts";

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
