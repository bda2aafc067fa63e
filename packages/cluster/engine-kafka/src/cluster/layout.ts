import type { EngineContext, Layout } from "@reeve/orchestrator/engine";
import type { KafkaDefinition } from "../settings/kafka-settings.ts";
import { BROKER } from "../specs/broker-pod.ts";
import type { KafkaAccess } from "./ask-brokers.ts";
import { allPartitionsOn, inSyncOf, registeredBrokersOn } from "./partitions.ts";
import { partitionNameOf, reassignmentsOn, sizesOn } from "./reassignments.ts";

const MEGABYTE = 2 ** 20;

/** Returns the brokers, and all partitions with their replicas and sizes. Every broker is asked for the sizes of its own replicas. */
export async function layoutOf(
  { nodes, definition }: Pick<EngineContext<KafkaDefinition>, "nodes" | "definition">,
  { members, brokers, reads }: KafkaAccess,
): Promise<Layout> {
  const [[known, minInSync], running, moving, sizes] = await Promise.all([
    brokers.read(async (link) => {
      const partitions = await allPartitionsOn(link);
      return [partitions, await inSyncOf(link, partitions)] as const;
    }),
    brokers.read(registeredBrokersOn),
    brokers.read(reassignmentsOn),
    sizesOn(members.brokers(), reads),
  ]);
  return {
    brokers: nodes()
      .filter(({ podType }) => podType === BROKER)
      .map(({ index, placement, leaving }) => ({
        id: index,
        agent: placement?.agent,
        isRunning: running.has(index),
        isLeaving: leaving === true,
        disk: definition().settings.BROKER_DISK * MEGABYTE,
      })),
    partitions: known.map(({ topic, number, replicas, isr, leader }) => {
      const name = partitionNameOf({ topic, number });
      const { adding = [], removing = [] } = moving.get(name) ?? {};
      return {
        topic,
        number,
        replicas: replicas.filter((id) => !removing.includes(id)),
        joins: adding,
        leaves: removing,
        leader,
        isr,
        minInSync: minInSync.get(topic) ?? 1,
        bytes: Math.max(0, ...(sizes.get(name)?.values() ?? [])),
      };
    }),
  };
}
