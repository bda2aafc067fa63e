import { partitionsOf, readPartitionReport } from "@reeve/broker-models";
import type { CallOptions } from "@reeve/client";
import type { CommandContext } from "../../operations/command-context.ts";
import { brokerClient } from "./client.ts";
import { inBatches } from "./in-batches.ts";

/** If there are more topics than this, only under-replicated topics are examined before the user confirms the replacement of a broker. */
const MAX_TOPICS = 200;

/** The maximum number of partitions that the message lists. */
const NAMED = 3;

/** The partitions whose only in-sync replica is on the broker of the input, for the confirmation of the broker's replacement. */
export async function onlyReplicas(command: CommandContext): Promise<string> {
  const node = String(command.input.node ?? command.input.broker);
  const broker = /^(?:broker-)?(\d+)$/.exec(node)?.[1];
  if (broker === undefined) return "the node holds no partitions";
  const found = await onlyOn(command, Number(broker)).catch(() => undefined);
  if (found === undefined)
    return `cannot determine the partitions whose only in-sync replica is on broker-${broker}: no broker answers`;
  if (found.length === 0) return `no partition has its only in-sync replica on broker-${broker}`;
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : "";
  const have = found.length === 1 ? "has its" : "have their";
  return `${found.slice(0, NAMED).join(", ")}${more} ${have} only in-sync replica on broker-${broker}: the Reeve service waits until other brokers have the data; other services may lose it`;
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
