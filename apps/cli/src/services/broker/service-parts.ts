import { createBrokerClient } from "@reeve/broker-client";
import { type PartitionPlacement, partitionsOf, readPartitionReport } from "@reeve/broker-models";
import type { CallOptions } from "@reeve/client";
import { pictures, sharesOfBrokers, sharesOfBrokersByTopic, sharesOfTopics } from "@reeve/pictures/broker";
import type { OwnNode } from "@reeve/scheduler-models";
import type { CommandContext } from "../../operations/command-context.ts";
import type { ServiceParts } from "../kind.ts";
import { configurationTable } from "../shared/configurations.ts";
import { brokerTable, drawNodes, planTable, podTable } from "../shared/lists.ts";
import { brokerClient } from "./client.ts";
import { inBatches } from "./in-batches.ts";
import { partitionCount, topicTable, whyNotDeleted } from "./topics.ts";

/** If there are more topics than this, only under-replicated topics are examined before the user confirms the replacement of a broker. */
const MAX_TOPICS = 200;

/** The maximum number of partitions that the message lists. */
const NAMED = 3;

/** Everything needed to call a message broker. */
export const brokerParts: ServiceParts = {
  pictures,
  createClient: (options) => createBrokerClient(options as Parameters<typeof createBrokerClient>[0]),
  wideTables: {
    topics: topicTable,
    partitions: partitionTable,
    nodes: brokerNodeTable,
    brokers: brokerTable,
    pods: podTable,
    plans: planTable,
    configurations: configurationTable,
  },
  details: { partitions: partitionCount, "only replicas": onlyReplicas },
  whyNotDeleted,
};

/** The table of partitions, and the totals per broker and per topic. */
async function partitionTable(
  partitions: readonly PartitionPlacement[],
  command: CommandContext,
): Promise<readonly string[] | undefined> {
  const all = pictures.partitions?.list?.(partitions, command);
  if (partitions.length === 0 || !all) return all;
  return [...all, "", ...sharesOfBrokers(partitions, command), "", ...sharesOfTopics(partitions, command)];
}

/** The table of nodes, and the totals of each topic per broker. */
async function brokerNodeTable(nodes: readonly OwnNode[], command: CommandContext): Promise<readonly string[]> {
  const drawn = drawNodes(nodes, command);
  const partitions = await brokerClient(command.session).partitions.list({}, command.session.options());
  return partitions.length === 0 ? drawn : [...drawn, "", ...sharesOfBrokersByTopic(partitions, command)];
}

/** The partitions whose only in-sync replica is on the broker of the input, for the confirmation of the broker's replacement. */
export async function onlyReplicas(command: CommandContext): Promise<string> {
  const node = String(command.input.node ?? command.input.broker);
  const broker = /^(?:broker-)?(\d+)$/.exec(node)?.[1];
  if (broker === undefined) return "the node holds no partitions";
  const matches = await onlyOn(command, Number(broker)).catch(() => undefined);
  if (matches === undefined)
    return `cannot determine the partitions whose only in-sync replica is on broker-${broker}: no broker answers`;
  if (matches.length === 0) return `no partition has its only in-sync replica on broker-${broker}`;
  const more = matches.length > NAMED ? ` and ${matches.length - NAMED} more` : "";
  const have = matches.length === 1 ? "has its" : "have their";
  return `${matches.slice(0, NAMED).join(", ")}${more} ${have} only in-sync replica on broker-${broker}: the Reeve service waits until other brokers have the data; other services may lose it`;
}

/** The partitions whose only in-sync replica is on the broker. */
async function onlyOn({ session }: CommandContext, broker: number): Promise<readonly string[]> {
  const { topics } = brokerClient(session);
  const options = session.options() as CallOptions;
  const names = await topics.list({}, options);
  if (names.length > MAX_TOPICS) {
    const { partitions } = readPartitionReport((await topics.underReplicated({}, options)).message);
    return partitions.filter(({ isr }) => isOnly(isr, broker)).map(({ topic, partition }) => `${topic}-${partition}`);
  }
  const described = await inBatches(names, async (topic) =>
    partitionsOf(await topics.describe({ topic }, options)).flatMap(({ isr }, number) =>
      isOnly(isr, broker) ? [`${topic}-${number}`] : [],
    ),
  );
  return described.flat();
}

function isOnly(isr: readonly number[], broker: number): boolean {
  return isr.length === 1 && isr[0] === broker;
}
