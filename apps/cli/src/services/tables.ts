import type { BrokerList } from "@reeve/broker-models";
import type { CallOptions } from "@reeve/client";
import { isRecord, isReeveError, listedOperation } from "@reeve/contract";
import { draw } from "@reeve/pictures";
import { listNodes, type OwnNode, type Plan, reasonOfStep } from "@reeve/scheduler-models";
import { type Column, currentStep, statusWords, stepsDone, table } from "@reeve/terminal";
import type { CommandContext } from "../operations/command-context.ts";
import type { Session } from "../operations/session.ts";
import type { ServiceClient, Summary } from "./kind.ts";

/** A table of the pods in a list. */
export function podTable(names: readonly string[], command: CommandContext): Promise<readonly string[] | undefined> {
  return nodeTable(new Set(names), command);
}

/** A table of the brokers in a list. */
export function brokerTable(list: BrokerList, command: CommandContext): Promise<readonly string[] | undefined> {
  const numbers = [...list.brokers, ...(list.unavailable ?? [])];
  return nodeTable(new Set(numbers.map((broker) => `broker-${broker}`)), command);
}

/** Renders nodes as the command that lists all nodes does. */
export function drawNodes(nodes: readonly OwnNode[], command: CommandContext): readonly string[] {
  const { kind, parts } = command.session;
  return draw(parts.pictures, listedOperation(kind.api, listNodes)?.name ?? "", nodes, command);
}

/**
 * A table of the nodes with state, time, address and version. These columns need one more request, which only the Reeve service supports.
 * For other servers the list gets no further columns.
 */
async function nodeTable(names: ReadonlySet<string>, command: CommandContext): Promise<readonly string[] | undefined> {
  try {
    const nodes = (await command.session.call(listNodes)).read();
    return drawNodes(
      nodes.filter(({ node }) => names.has(node)),
      command,
    );
  } catch (thrown) {
    if (!isReeveError(thrown, "not-found")) throw thrown;
    return undefined;
  }
}

interface PlanRow {
  readonly name: string;
  readonly plan: Plan;
}

const planColumns: readonly Column<PlanRow>[] = [
  { head: "PLAN", cell: ({ name }) => name },
  { head: "STATUS", cell: ({ plan }) => statusWords(plan.status) },
  { head: "STEPS", cell: ({ plan }) => `${stepsDone(plan).done} of ${stepsDone(plan).all}` },
  { head: "NOW", cell: ({ plan }) => nowOf(plan) },
];

/** A table of the plans with their current activity. The table needs one request for each plan. */
export async function planTable(
  names: readonly string[],
  { session, style }: CommandContext,
): Promise<readonly string[]> {
  const rows = names.map(async (name) => ({
    name,
    plan: await session.client.plans.show({ plan: name }, session.options()),
  }));
  return table(await Promise.all(rows), planColumns, style);
}

function nowOf(plan: Plan): string {
  const step = plan.status === "COMPLETE" ? undefined : currentStep(plan);
  return step ? `${step.name}: ${reasonOfStep(step) || statusWords(step.status)}` : "";
}

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

interface ShowsConfigurations {
  readonly configurations: {
    target(input: object, options: CallOptions): Promise<unknown>;
    show(input: { readonly id: string }, options: CallOptions): Promise<unknown>;
  };
}

/** A table of configurations. It needs one request for each configuration. */
export async function configurationTable(
  ids: readonly string[],
  { session, style }: CommandContext,
): Promise<readonly string[]> {
  const { configurations } = session.client as ServiceClient & ShowsConfigurations;
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

/**
 * The state of an instance in one sentence; undefined for kinds of service without such a sentence, and for servers other than the Reeve
 * service.
 */
export async function summaryOfInstance({ parts, client, options }: Session): Promise<Summary | undefined> {
  try {
    return await parts.summary?.(client, options());
  } catch (thrown) {
    if (isReeveError(thrown, "not-found")) return undefined;
    throw thrown;
  }
}
