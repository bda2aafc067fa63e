import type { BrokerList } from "@reeve/broker-models";
import type { CallOptions } from "@reeve/client";
import { isReeveError, listedOperation } from "@reeve/contract";
import { configurationTable, draw, planTable } from "@reeve/pictures";
import { listNodes, type OwnNode } from "@reeve/scheduler-models";
import type { CommandContext, Session } from "../operations/session.ts";
import type { ServiceClient, Summary } from "./kind.ts";

/** A table of the pods in a list. */
export function widePods(names: readonly string[], command: CommandContext): Promise<readonly string[] | undefined> {
  return nodeTable(new Set(names), command);
}

/** A table of the brokers in a list. */
export function wideBrokers(list: BrokerList, command: CommandContext): Promise<readonly string[] | undefined> {
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

/** A table of the plans with their current activity. The table needs one request for each plan. */
export async function widePlans(names: readonly string[], command: CommandContext): Promise<readonly string[]> {
  const { client, options } = command.session;
  const plans = names.map(async (name) => ({ name, plan: await client.plans.show({ plan: name }, options()) }));
  return planTable(await Promise.all(plans), command);
}

interface ShowsConfigurations {
  readonly configurations: {
    target(input: object, options: CallOptions): Promise<unknown>;
    show(input: { readonly id: string }, options: CallOptions): Promise<unknown>;
  };
}

/** A table of configurations. It needs one request for each configuration. */
export async function wideConfigurations(ids: readonly string[], command: CommandContext): Promise<readonly string[]> {
  const { client, options } = command.session;
  const { configurations } = client as ServiceClient & ShowsConfigurations;
  const target = await configurations.target({}, options());
  const shown = ids.map(async (id) => ({ id, value: await configurations.show({ id }, options()) }));
  return configurationTable(await Promise.all(shown), target, command);
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
