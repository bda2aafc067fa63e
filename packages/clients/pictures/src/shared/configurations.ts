import { isRecord } from "@reeve/contract";
import type { View } from "../view.ts";
import { tableOf } from "./fields.ts";

/** A configuration with its id. */
interface KnownConfiguration {
  readonly id: string;
  readonly value: unknown;
}

/** A table of configurations: which one is the target, and in which fields the others differ from the target. */
export function configurationTable(configurations: readonly KnownConfiguration[], target: unknown, view: View): readonly string[] {
  const targetFields = valuesByPath(target);
  const rows = configurations.map(({ id, value }) => ({ id, differences: differences(valuesByPath(value), targetFields) }));
  return tableOf(rows, view, [
    { head: "configuration", cell: ({ id }) => id },
    { head: "target", cell: ({ differences }) => (differences.length === 0 ? "yes" : "") },
    { head: "differs from the target", cell: ({ differences }) => differences.join(", ") },
  ]);
}

type Fields = ReadonlyMap<string, string>;

/** The values of a configuration, by field path. */
function valuesByPath(value: unknown, path: readonly string[] = []): Fields {
  if (typeof value !== "object" || value === null) return new Map([[path.join("."), String(value)]]);
  const entries = Array.isArray(value)
    ? value.map((each, index) => [elementName(each) ?? String(index), each] as const)
    : Object.entries(value);
  return new Map(entries.flatMap(([key, each]) => [...valuesByPath(each, [...path, key])]));
}

/** The name or type that identifies an element of a list; undefined if the element has neither. */
function elementName(element: unknown): string | undefined {
  if (!isRecord(element)) return undefined;
  const name = element.name ?? element.type;
  return typeof name === "string" ? name : undefined;
}

const MAX_SHOWN = 3;

/** The fields that differ from the target configuration, with the values in this configuration. */
function differences(own: Fields, target: Fields): readonly string[] {
  const paths = [...new Set([...own.keys(), ...target.keys()])].filter((path) => own.get(path) !== target.get(path));
  const differing = paths.slice(0, MAX_SHOWN).map((path) => `${path}=${own.get(path) ?? "-"}`);
  return paths.length > MAX_SHOWN ? [...differing, `${paths.length - MAX_SHOWN} more`] : differing;
}
