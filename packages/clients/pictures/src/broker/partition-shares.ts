import type { PartitionPlacement } from "@reeve/broker-models";
import { bytes, type Column, table } from "@reeve/terminal";
import { head } from "../shared/fields.ts";
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
  return drawn(
    sharesBy(partitions, (_, broker) => [nameOf(broker)]),
    "broker",
    undefined,
    view,
  );
}

/** The totals of each topic over all brokers. */
export function sharesOfTopics(partitions: readonly PartitionPlacement[], view: View): readonly string[] {
  return drawn(
    sharesBy(partitions, ({ topic }) => [topic]),
    "topic",
    undefined,
    view,
  );
}

/** The totals of each topic on each broker. */
export function sharesOfBrokersByTopic(partitions: readonly PartitionPlacement[], view: View): readonly string[] {
  return drawn(
    sharesBy(partitions, ({ topic }, broker) => [nameOf(broker), topic]),
    "broker",
    "topic",
    view,
  );
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
  const isAny = (count: (share: Share) => number) => shares.some((share) => count(share) > 0);
  const columns: readonly (Column<Share> | false)[] = [
    { head: head(view, name), cell: (share) => share.name },
    of !== undefined && { head: head(view, of), cell: (share) => share.of },
    { head: head(view, "replicas"), cell: (share) => share.replicas },
    { head: head(view, "leaders"), cell: (share) => share.leaders },
    { head: head(view, "size"), cell: (share) => bytes(share.bytes), align: "right" },
    isAny(({ behind }) => behind) && { head: head(view, "behind"), cell: ({ behind }) => behind },
    isAny(({ joins }) => joins) && { head: head(view, "arriving"), cell: ({ joins }) => joins },
    isAny(({ leaves }) => leaves) && { head: head(view, "leaving"), cell: ({ leaves }) => leaves },
  ];
  return table(
    shares,
    columns.filter((column) => column !== false),
    view.style,
  );
}

function nameOf(broker: number): string {
  return `broker-${broker}`;
}
