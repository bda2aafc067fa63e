import { ReeveError } from "@reeve/contract";
import { suggestionFor, type WorkPlan } from "@reeve/orchestrator/engine";
import type { MaintenanceRequest } from "@reeve/wide-column-models";

/** Makes the plan of a cleanup or a repair, with one step for each of the chosen nodes, one after another. */
export function planOfMaintenance(
  name: "cleanup" | "repair",
  { nodes: wanted, ...choice }: MaintenanceRequest,
  known: readonly string[],
  { more, check }: MaintenanceOptions,
): WorkPlan {
  const chosen = chosenNodes(wanted, known);
  const parameters = { ...choice, ...more?.(chosen) };
  const steps = chosen.map((node) => ({ name: node, work: { name, node, parameters } }));
  return {
    name,
    phases: [{ name: name === "cleanup" ? "Cleanup" : "Repair", strategy: "serial", steps }],
    request: { nodes: chosen, ...choice },
    check: () => check(choice),
  };
}

interface MaintenanceOptions {
  /** Further parameters of the work on the chosen nodes. */
  more?(nodes: readonly string[]): Readonly<Record<string, unknown>>;
  /** Refuses a choice of tables that do not exist. */
  check(choice: TableChoice): Promise<void>;
}

/** Returns the nodes that a request selects, in the order of the definition. Refuses unknown nodes. */
function chosenNodes(wanted: MaintenanceRequest["nodes"], known: readonly string[]): readonly string[] {
  if (wanted.includes("*")) return known;
  const named = wanted.map((node) => (/^\d+$/.test(node) ? `node-${node}` : node));
  const unknown = named.find((node) => !known.includes(node));
  if (unknown !== undefined) throw new ReeveError("bad-input", `there is no node ${unknown}; there are ${known[0]} to ${known.at(-1)}`);
  return known.filter((node) => named.includes(node));
}

/** The fields of a maintenance request that select tables. */
export type TableChoice = Pick<MaintenanceRequest, "key_spaces" | "column_families">;

/** Returns the tables that a request selects. Refuses names that do not exist. */
export function chosenTables<Table extends { readonly keySpace: string; readonly columnFamily: string }>(
  keySpaces: readonly string[],
  tables: readonly Table[],
  { key_spaces, column_families }: TableChoice,
): readonly Table[] {
  expectKnown("keyspace", key_spaces, keySpaces);
  const inSpaces = tables.filter(({ keySpace }) => key_spaces?.includes(keySpace) ?? true);
  const families = inSpaces.map(({ columnFamily }) => columnFamily);
  expectKnown("column family", column_families, families);
  return inSpaces.filter(({ columnFamily }) => column_families?.includes(columnFamily) ?? true);
}

function expectKnown(what: string, names: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ReeveError("bad-input", `there is no ${what} ${unknown}${suggestionFor(unknown, known)}`);
}
