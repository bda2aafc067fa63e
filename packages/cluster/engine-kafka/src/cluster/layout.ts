import type { EngineContext, Layout } from "@reeve/orchestrator/engine";
import type { KafkaDefinition } from "../settings/kafka-settings.ts";
import { BROKER } from "../specs/broker-pod.ts";
import type { NodeLinks } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import { type Brokers, READ_TIMEOUT } from "./ask-brokers.ts";
import { inSyncOf } from "./in-sync.ts";
import type { KafkaMembers } from "./members.ts";
import { partitionsOn } from "./partitions.ts";
import { partitionNameOf, reassignmentsOn, sizesOn } from "./reassignments.ts";

const MEGABYTE = 2 ** 20;

/**
 * Returns the brokers, and all partitions with their replicas and sizes. Every broker is asked for the sizes of its own replicas.
 */
export async function layoutOf(
  { nodes, definition }: Pick<EngineContext<KafkaDefinition>, "nodes" | "definition">,
  members: KafkaMembers,
  brokers: Brokers,
  reads: NodeLinks,
): Promise<Layout> {
  const { metadataV12 } = await protocol();
  const [[known, minInSync], there, moving, sizes] = await Promise.all([
    brokers.read(async (link) => {
      const partitions = (await partitionsOn(link, "all")) ?? [];
      return [partitions, await inSyncOf(link, [...new Set(partitions.map(({ topic }) => topic))])] as const;
    }),
    brokers.read((link) => link.call(metadataV12.api, [[], false, false], READ_TIMEOUT)),
    brokers.read(reassignmentsOn),
    sizesOn(members.brokers(), reads),
  ]);
  const running = new Set(there.brokers.map(({ nodeId }) => nodeId));
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
      const bytes = Math.max(0, ...(sizes.get(name)?.values() ?? []));
      const stays = replicas.filter((id) => !removing.includes(id));
      return {
        topic,
        number,
        replicas: stays,
        joins: adding,
        leaves: removing,
        leader,
        isr,
        minInSync: minInSync.get(topic) ?? 1,
        bytes,
      };
    }),
  };
}
