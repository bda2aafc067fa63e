import type { BrokerList } from "@reeve/broker-models";
import { isReeveError } from "@reeve/contract";
import { draw } from "@reeve/pictures";
import { type OwnNode, type Plan, reasonOf } from "@reeve/scheduler-models";
import { type Column, currentStep, statusWords, stepsDone, table } from "@reeve/terminal";
import type { CommandContext, CommandExtras } from "../../operations/show.ts";
import { showsPlans } from "./typed-client.ts";

const pods: CommandExtras<readonly string[]> = { wide: podTable };

const brokers: CommandExtras<BrokerList> = {
  wide: (list, command) =>
    nodeTable(new Set([...list.brokers, ...(list.unavailable ?? [])].map(nameOf)), list, "brokers.list", command),
};

const plans: CommandExtras<readonly string[]> = { wide: planTable };

/** A table of the pods in a list. */
export function podTable(names: readonly string[], command: CommandContext): Promise<readonly string[]> {
  return nodeTable(new Set(names), names, "pods.list", command);
}

/** With `-o wide`, lists of names are shown as tables. */
export const listShows: Readonly<Record<string, CommandExtras>> = {
  "pods.list": pods,
  "brokers.list": brokers,
  "plans.list": plans,
};

function nameOf(broker: unknown): string {
  return `broker-${broker}`;
}

/**
 * A table of the nodes with state, time, address and version. These columns need one more request, which only the Reeve service supports.
 * For other servers the list gets no further columns.
 */
async function nodeTable(
  names: ReadonlySet<string>,
  list: unknown,
  operation: string,
  command: CommandContext,
): Promise<readonly string[]> {
  const { call, parts } = command.session;
  try {
    const nodes = (await call("nodes.list", {})).read() as readonly OwnNode[];
    const listed = nodes.filter(({ node }) => names.has(node));
    return draw(parts.pictures, "nodes.list", listed, command);
  } catch (thrown) {
    if (!isReeveError(thrown, "not-found")) throw thrown;
    return draw(parts.pictures, operation, list, command);
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
async function planTable(names: readonly string[], { session, style }: CommandContext): Promise<readonly string[]> {
  const client = showsPlans(session.client);
  const rows = names.map(async (name) => ({ name, plan: await client.plans.show({ plan: name }, session.options()) }));
  return table(await Promise.all(rows), planColumns, style);
}

function nowOf(plan: Plan): string {
  const step = plan.status === "COMPLETE" ? undefined : currentStep(plan);
  return step ? `${step.name}: ${reasonOf(step) || statusWords(step.status)}` : "";
}
