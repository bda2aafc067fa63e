import { namesOf, type TopicOverview, type TopicShare, type TopicsInput } from "@reeve/broker-models";
import type { Layout, PlacedPartition } from "@reeve/orchestrator";
import { expectTopics } from "./partitions.ts";

/** The totals of each topic, from the places of its partitions. */
export function topicOverviews(service: string, layout: Layout, { topics }: TopicsInput): readonly TopicOverview[] {
  const names = namesOf(topics);
  expectTopics(service, layout, names ?? []);
  const byTopic = Map.groupBy(layout.partitions, ({ topic }) => topic);
  return [...byTopic].filter(([topic]) => names?.includes(topic) ?? true).map(([topic, all]) => overviewOf(topic, all));
}

function overviewOf(topic: string, partitions: readonly PlacedPartition[]): TopicOverview {
  const count = (is: (partition: PlacedPartition) => boolean) => partitions.filter(is).length;
  const brokers = sharesIn(partitions);
  return {
    topic,
    partitions: partitions.length,
    replication: Math.max(0, ...partitions.map(({ replicas }) => replicas.length)),
    in_sync: Math.min(...partitions.map(({ isr }) => isr.length)),
    under_replicated: count(({ isr, replicas }) => isr.length < replicas.length),
    below_minimum: count(({ isr, minInSync }) => isr.length < minInSync),
    unavailable: count(({ leader }) => leader < 0),
    bytes: brokers.reduce((sum, { bytes }) => sum + bytes, 0),
    brokers,
  };
}

/** What each broker has of the partitions. During a move, the replicas that are copied and those that are dropped later count, too. */
function sharesIn(partitions: readonly PlacedPartition[]): readonly TopicShare[] {
  const shares = new Map<number, { broker: number; replicas: number; leaders: number; bytes: number }>();
  for (const { replicas, leaves, leader, bytes } of partitions) {
    for (const broker of [...replicas, ...leaves]) {
      const share = shares.get(broker) ?? { broker, replicas: 0, leaders: 0, bytes: 0 };
      share.replicas++;
      share.bytes += bytes;
      if (broker === leader) share.leaders++;
      shares.set(broker, share);
    }
  }
  return [...shares.values()].sort((a, b) => a.broker - b.broker);
}
