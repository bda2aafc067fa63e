import { isRecord } from "@reeve/contract";
import { type Column, table } from "@reeve/terminal";
import type { CommandContext } from "../../operations/command-context.ts";
import { showsConfigurations } from "./typed-client.ts";

interface Row {
  readonly id: string;
  /** The fields that differ from the target configuration, with the values in this configuration. */
  readonly differences: readonly string[];
}

const columns: readonly Column<Row>[] = [
  { head: "CONFIGURATION", cell: ({ id }) => id },
  { head: "TARGET", cell: ({ differences }) => (differences.length === 0 ? "yes" : "") },
  { head: "DIFFERS FROM THE TARGET", cell: ({ differences }) => differences.join(", ") },
];

/** A table of configurations. It needs one request for each configuration. */
export async function configurationTable(
  ids: readonly string[],
  { session, style }: CommandContext,
): Promise<readonly string[]> {
  const { configurations } = showsConfigurations(session.client);
  const target = valuesByPath(await configurations.target({}, session.options()));
  const rows = ids.map(async (id) => ({
    id,
    differences: differences(valuesByPath(await configurations.show({ id }, session.options())), target),
  }));
  return table(await Promise.all(rows), columns, style);
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

function differences(own: Fields, target: Fields): readonly string[] {
  const paths = [...new Set([...own.keys(), ...target.keys()])].filter((path) => own.get(path) !== target.get(path));
  const differing = paths.slice(0, MAX_SHOWN).map((path) => `${path}=${own.get(path) ?? "-"}`);
  return paths.length > MAX_SHOWN ? [...differing, `${paths.length - MAX_SHOWN} more`] : differing;
}
