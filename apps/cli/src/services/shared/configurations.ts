import { isRecord } from "@reeve/contract";
import { type Column, table } from "@reeve/terminal";
import type { CommandContext, CommandExtras } from "../../operations/show.ts";

/** With `-o wide`, lists of configurations are shown as tables. A table needs one request for each configuration. */
export const configurationShows: Readonly<Record<string, CommandExtras>> = {
  "configurations.list": { wide: configurationTable } satisfies CommandExtras<readonly string[]>,
};

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

async function configurationTable(
  ids: readonly string[],
  { session, style }: CommandContext,
): Promise<readonly string[]> {
  const read = async (operation: string, input: object) => fieldsOf((await session.call(operation, input)).read());
  const target = await read("configurations.target", {});
  const rows = ids.map(async (id) => ({
    id,
    differences: differences(await read("configurations.show", { id }), target),
  }));
  return table(await Promise.all(rows), columns, style);
}

type Fields = ReadonlyMap<string, string>;

/** The values of a configuration, by field path. */
function fieldsOf(value: unknown, path: readonly string[] = []): Fields {
  if (typeof value !== "object" || value === null) return new Map([[path.join("."), String(value)]]);
  const entries = Array.isArray(value)
    ? value.map((each, index) => [nameOf(each) ?? String(index), each] as const)
    : Object.entries(value);
  return new Map(entries.flatMap(([key, each]) => [...fieldsOf(each, [...path, key])]));
}

/** The name or type that identifies an element of a list; undefined if the element has neither. */
function nameOf(element: unknown): string | undefined {
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
