import type { PartitionPlacement } from "@reeve/broker-models";
import { pictures, sharesOfBrokers, sharesOfBrokersByTopic, sharesOfTopics } from "@reeve/pictures/broker";
import type { OwnNode } from "@reeve/scheduler-models";
import type { CommandContext } from "../../operations/command-context.ts";
import { drawNodes } from "../shared/lists.ts";
import { brokerClient } from "./client.ts";

/** The table of partitions, and the totals per broker and per topic. */
export async function partitionTable(
  partitions: readonly PartitionPlacement[],
  command: CommandContext,
): Promise<readonly string[] | undefined> {
  const all = pictures.partitions?.list?.(partitions, command);
  if (partitions.length === 0 || !all) return all;
  return [...all, "", ...sharesOfBrokers(partitions, command), "", ...sharesOfTopics(partitions, command)];
}

/** The table of nodes, and the totals of each topic per broker. */
export async function brokerNodeTable(nodes: readonly OwnNode[], command: CommandContext): Promise<readonly string[]> {
  const drawn = drawNodes(nodes, command);
  const partitions = await brokerClient(command.session).partitions.list({}, command.session.options());
  return partitions.length === 0 ? drawn : [...drawn, "", ...sharesOfBrokersByTopic(partitions, command)];
}
