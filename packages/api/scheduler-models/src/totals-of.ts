import type { Range, TaskResource } from "./task-resource.ts";

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
