import type { PartitionPlacement } from "@reeve/broker-models";
import { bytes } from "@reeve/terminal";
import { tableOf } from "../shared/fields.ts";
import type { View } from "../view.ts";

/** The totals of the partitions of a broker or a topic. */
interface Share {
  readonly name: string;
  readonly of: string;
  replicas: number;
  leaders: number;
  bytes: number;
  behind: number;
  joins: number;
  leaves: number;
}

/** The totals of each broker. */
export function sharesOfBrokers(partitions: readonly PartitionPlacement[], view: View): readonly string[] {
  const shares = sharesBy(partitions, (_, broker) => [brokerNode(broker)]);
  return drawn(shares, "broker", undefined, view);
}

/** The totals of each topic over all brokers. */
export function sharesOfTopics(partitions: readonly PartitionPlacement[], view: View): readonly string[] {
  const shares = sharesBy(partitions, ({ topic }) => [topic]);
  return drawn(shares, "topic", undefined, view);
}

/** The totals of each topic on each broker. */
export function sharesOfBrokersByTopic(partitions: readonly PartitionPlacement[], view: View): readonly string[] {
  const shares = sharesBy(partitions, ({ topic }, broker) => [brokerNode(broker), topic]);
  return drawn(shares, "broker", "topic", view);
}

/** The brokers whose replica is not in sync. A replica that a move is still adding does not count. */
export function behindIn({ replicas, isr, joins }: PartitionPlacement): readonly number[] {
  return replicas.filter((id) => !isr.includes(id) && !joins.includes(id));
}

/** Whether the partition has fewer in-sync replicas than assigned replicas. */
export function lacksReplicas({ replicas, isr }: PartitionPlacement): boolean {
  return isr.length < replicas.length;
}

function sharesBy(
  partitions: readonly PartitionPlacement[],
  keyOf: (partition: PartitionPlacement, broker: number) => readonly [name: string, of?: string],
): readonly Share[] {
  const shares = new Map<string, Share>();
  for (const partition of partitions) {
    const { replicas, leaves, joins, leader, bytes: size } = partition;
    const behind = behindIn(partition);
    for (const broker of [...replicas, ...leaves]) {
      const [name, of = ""] = keyOf(partition, broker);
      const key = `${name} ${of}`;
      const share = shares.get(key) ?? { name, of, replicas: 0, leaders: 0, bytes: 0, behind: 0, joins: 0, leaves: 0 };
      share.replicas++;
      share.bytes += size;
      if (leader === broker) share.leaders++;
      if (behind.includes(broker)) share.behind++;
      if (joins.includes(broker)) share.joins++;
      if (leaves.includes(broker)) share.leaves++;
      shares.set(key, share);
    }
  }
  const order = new Intl.Collator("en", { numeric: true });
  return [...shares.values()].sort((a, b) => order.compare(a.name, b.name) || order.compare(a.of, b.of));
}

function drawn(shares: readonly Share[], name: string, of: string | undefined, view: View): readonly string[] {
  return tableOf(shares, view, [
    { head: name, cell: (share) => share.name },
    ...(of === undefined ? [] : [{ head: of, cell: (share: Share) => share.of }]),
    { head: "replicas", cell: (share) => share.replicas },
    { head: "leaders", cell: (share) => share.leaders },
    { head: "size", cell: (share) => bytes(share.bytes), align: "right" },
    { head: "behind", cell: ({ behind }) => behind, isRare: true },
    { head: "arriving", cell: ({ joins }) => joins, isRare: true },
    { head: "leaving", cell: ({ leaves }) => leaves, isRare: true },
  ]);
}

/** The name of a broker's node. */
export function brokerNode(broker: number): string {
  return `broker-${broker}`;
}
