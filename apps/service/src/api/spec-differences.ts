import type { PodSpec } from "@reeve/scheduler-models";

/**
 * The paths at which a node's specification differs between two configurations. The pod's `count` is ignored, because it is the number of
 * nodes and does not concern a single node.
 */
export function specDifferences(runs: PodSpec, target: PodSpec): readonly string[] {
  return [...differences({ ...runs, count: 0 }, { ...target, count: 0 }, "")];
}

function* differences(one: unknown, other: unknown, path: string): Generator<string> {
  if (JSON.stringify(one) === JSON.stringify(other)) return;
  const [left, right] = [partsOf(one), partsOf(other)];
  if (!left || !right) {
    yield path;
    return;
  }
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    yield* differences(left.get(key), right.get(key), below(path, key));
  }
}

/** Field names that only group other fields. They are left out of the paths, which are then easier to read. */
const STRUCTURE: ReadonlySet<string> = new Set([
  "task-specs",
  "command-spec",
  "environment",
  "resource-set",
  "resource-specifications",
  "volume-specifications",
  "value",
  "scalar",
]);

function below(path: string, key: string): string {
  if (STRUCTURE.has(key) && path !== "") return path;
  return path === "" || STRUCTURE.has(path) ? key : `${path}.${key}`;
}

/** The parts of a value by name. An entry of a list is named by its own `name`, or by its index if it has none. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return new Map(value.map((entry, index) => [nameOf(entry) ?? String(index), entry]));
}

function nameOf(entry: unknown): string | undefined {
  const { name, "container-path": path } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  return [name, path].find((each) => typeof each === "string") as string | undefined;
}
