import type { BrokerList } from "@reeve/broker-models";
import { isReeveError, listedOperation } from "@reeve/contract";
import { draw } from "@reeve/pictures";
import { listNodes, type OwnNode, type Plan, reasonOfStep } from "@reeve/scheduler-models";
import { type Column, currentStep, statusWords, stepsDone, table } from "@reeve/terminal";
import type { CommandContext } from "../../operations/command-context.ts";
import { showsPlans } from "./typed-client.ts";

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
  const client = showsPlans(session.client);
  const rows = names.map(async (name) => ({ name, plan: await client.plans.show({ plan: name }, session.options()) }));
  return table(await Promise.all(rows), planColumns, style);
}

function nowOf(plan: Plan): string {
  const step = plan.status === "COMPLETE" ? undefined : currentStep(plan);
  return step ? `${step.name}: ${reasonOfStep(step) || statusWords(step.status)}` : "";
}
